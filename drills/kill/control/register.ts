/**
 * Preloaded with node --import: gives the web process a broken recordEvent(). Production code is unchanged; only the
 * resolution of this module differs.
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
