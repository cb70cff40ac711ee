import { randomBytes } from 'node:crypto';

/** Of letters and digits only: it is typed into settings and addresses. */
export const newSecret = (): string => randomBytes(24).toString('hex');
