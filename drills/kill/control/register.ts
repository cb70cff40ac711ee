/**
 * node --import: gives the web process a broken recordEvent(). Production code stays as it is; only the
 * resolution of this one module changes.
 */
import { registerHooks } from 'node:module';

const whole = new URL('../../../apps/server/src/platform/record-event.ts', import.meta.url).href;
const split = new URL('./split-record-event.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === whole ? { ...resolved, url: split } : resolved;
  },
});
