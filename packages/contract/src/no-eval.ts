/**
 * Must be imported before any schema in a browser: zod would otherwise try to compile object schemas with eval when
 * they are created, which the content security policy forbids.
 */
import { config } from 'zod';

export const NO_EVAL = config({ jitless: true });
