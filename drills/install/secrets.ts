import { randomBytes } from 'node:crypto';

/** Letters and digits only, because it is used in settings and URLs. */
export const newSecret = (): string => randomBytes(24).toString('hex');
