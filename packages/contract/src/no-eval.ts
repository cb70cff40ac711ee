/**
 * Import before any schema in a browser: the content security policy forbids eval, which zod would try in order to compile
 * object schemas when they are created.
 */
import { config } from 'zod';

export const NO_EVAL = config({ jitless: true });
