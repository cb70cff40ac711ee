import { LOCKED_SECONDS, LOGIN_ATTEMPTS } from '@cairn/contract';

/** Failed log-ins of an account, and until when they lock it. */
export interface Attempts {
  readonly failed: number;
  readonly lockedUntil: Date | null;
}

export const noAttempts: Attempts = { failed: 0, lockedUntil: null };

export function lockedSeconds({ lockedUntil }: Attempts, now: Date): number {
  if (!lockedUntil) return 0;
  return Math.max(0, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000));
}

/** The fifth failure in a row locks; after the lock expires, counting starts again. */
export function afterFailure(before: Attempts, now: Date): Attempts {
  const expired = before.lockedUntil !== null && before.lockedUntil <= now;
  const failed = (expired ? 0 : before.failed) + 1;
  return {
    failed,
    lockedUntil: failed >= LOGIN_ATTEMPTS ? new Date(now.getTime() + LOCKED_SECONDS * 1000) : null,
  };
}

export const oneAttemptLeft = ({ failed }: Attempts): boolean => failed === LOGIN_ATTEMPTS - 1;
