/** Variables for stopping a web process (http/drain.ts); the others are in config-variables.ts. */
import { wholeNumber } from './config-values.ts';

const ofWeb = { roles: ['web'], secret: false } as const;

export const DRAIN_VARIABLES = {
  DRAIN_DELAY_SECONDS: {
    ...ofWeb,
    schema: wholeNumber(0, 300).optional(),
    about:
      'After SIGTERM, how long the web process still accepts connections while `/readyz` answers 503. Longer than the interval of the readiness check.',
    shown: '`5` in production',
  },
  DRAIN_IDLE_SECONDS: {
    ...ofWeb,
    schema: wholeNumber(0, 300).optional(),
    about:
      'After SIGTERM, how long a connection without a request is left open. Longer than the proxy keeps one for its next request.',
    shown: '`10` in production',
  },
  DRAIN_TIMEOUT_SECONDS: {
    ...ofWeb,
    schema: wholeNumber(1, 600).default(25),
    about:
      'After SIGTERM, how long the web process waits for requests in flight and idle connections, the delay included.',
    shown: '`25`',
  },
};
