/**
 * One-click unsubscribe (RFC 8058): mail programs POST a form to the address in List-Unsubscribe, from any origin and
 * without cookies. A GET of the same address shows a page with a button, so link scanners do not unsubscribe anyone.
 */
import type { FastifyInstance } from 'fastify';
import { stopEmails, type StopEmailsDeps } from '../modules/notifications/index.ts';
import { UNSUBSCRIBE_PATH } from '../platform/email/unsubscribe-link.ts';
import type { CallRateLimits } from '../platform/rate-limit.ts';

const MAX_BODY_BYTES = 1024;
/** The body that RFC 8058 prescribes; nothing else counts as a click. */
const ONE_CLICK =
  /(?:^|&)List-Unsubscribe=One-Click(?:&|$)|name="List-Unsubscribe"\r?\n\r?\nOne-Click\r?\n/;

export async function mountOneClickUnsubscribe(
  app: FastifyInstance,
  deps: StopEmailsDeps & { readonly limits: CallRateLimits },
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_, body, done) => done(null, body),
    );
    own.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      await deps.limits.take('code', request.ip);
      const { token } = request.query as { token?: unknown };
      const isClick = typeof request.body === 'string' && ONE_CLICK.test(request.body);
      await stopEmails(deps, isClick && typeof token === 'string' ? token : '', request.ip);
      return reply.code(204).send();
    });
  });
}
