import { send } from './client.ts';
import { callKey, queryClient } from './queries.ts';
import type { Reply } from './client.ts';

type User = Reply<'getLoggedUser'>;

let leave: () => void = () => undefined;
let leaving = false;

/** Sets the navigation to make when the role changes. The router sets it, because lib must not import the router. */
export function whenRoleChanges(go: () => void): void {
  leave = go;
}

/**
 * Leaves the page, which was loaded in another role. The query cache is cleared, because none of that role's data may
 * stay visible.
 */
export function enterNewRole(): void {
  if (leaving) return;
  leaving = true;
  queryClient.clear();
  leave();
}

const sameRole = (one: User, other: User): boolean =>
  one.roleLevel === other.roleLevel && one.company?.id === other.company?.id;

/**
 * Handles a change of the user's role. If the change was made in another tab of this browser, this page follows. A
 * change in another browser has no effect on the session of this one.
 */
export async function followRole(): Promise<void> {
  const cachedUser = queryClient.getQueryData<User>(callKey('getLoggedUser', {}));
  const user = await send('getLoggedUser', {}).catch(() => undefined);
  if (cachedUser && user && !sameRole(cachedUser, user)) enterNewRole();
}
