import { send } from './client.ts';
import { callKey, queryClient } from './queries.ts';
import type { Reply } from './client.ts';

type User = Reply<'getLoggedUser'>;

let leave: () => void = () => undefined;
let leaving = false;

/** The router says where to; lib does not know the routes. */
export function whenRoleChanges(go: () => void): void {
  leave = go;
}

/** This page was loaded in another role: nothing of it may stay, least of all what it remembers. */
export function enterNewRole(): void {
  if (leaving) return;
  leaving = true;
  queryClient.clear();
  leave();
}

const sameRole = (one: User, other: User): boolean =>
  one.roleLevel === other.roleLevel && one.company?.id === other.company?.id;

/**
 * The person changed roles somewhere: in another tab of this browser, and then this page follows, or
 * in another browser, which is none of this one's business.
 */
export async function followRole(): Promise<void> {
  const cachedUser = queryClient.getQueryData<User>(callKey('getLoggedUser', {}));
  const user = await send('getLoggedUser', {}).catch(() => undefined);
  if (cachedUser && user && !sameRole(cachedUser, user)) enterNewRole();
}
