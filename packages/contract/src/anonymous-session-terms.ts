/** Limits of upload sessions without an account. */
export const ANONYMOUS_SESSION_HOURS = 24;
export const ANONYMOUS_EXTENSION_HOURS = 24;
export const MAX_ANONYMOUS_EXTENSIONS = 3;
/** Files of one session. */
export const MAX_ANONYMOUS_FILES = 100;
export const ANONYMOUS_NOTE_MAX = 2000;

export const ANONYMOUS_SESSION_STATES = [
  'VERIFIED',
  'SUBMITTED',
  'EXTENDED',
  'EXPIRED',
  'EXTENSION_REQUESTED',
] as const;
export type AnonymousSessionState = (typeof ANONYMOUS_SESSION_STATES)[number];
