/**
 * The webhook with which the mail server delivers replies to conversations, like bounces. Not a call of the contract:
 * the body is an email. Status 204: done; 403: the sender should be told that the reply was refused; 5xx or 429:
 * retry.
 */
import type { FastifyInstance } from 'fastify';
import { receiveReply, ReplyRefused, type ReplyDeps } from '../modules/messages/index.ts';
import { ApiError } from '../platform/api-error.ts';
import { hasBearerToken } from '../platform/crypto.ts';

/** The size limit of most mail servers. */
const MAX_EMAIL_BYTES = 25 * 1024 * 1024;

export async function mountReplyWebhook(app: FastifyInstance, deps: ReplyDeps): Promise<void> {
  const token = deps.config.replyToken;
  if (!token) return;
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_EMAIL_BYTES },
      (_, body, done) => done(null, body),
    );
    // Checked before the body is read: only the mail server may make us read this much.
    own.addHook('onRequest', async (request) => {
      if (hasBearerToken(request.headers.authorization, token)) return;
      request.log.warn(
        'a reply by email was delivered without the token of the mail server; it was refused',
      );
      throw new ApiError('UNAUTHORIZED');
    });
    own.post('/api/v2/webhook/reply', async (request, reply) => {
      const { body, headers } = request;
      const recipient = headers['x-recipient'];
      try {
        await receiveReply(deps, {
          recipient: typeof recipient === 'string' ? recipient : '',
          email: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        });
      } catch (error) {
        if (!(error instanceof ReplyRefused)) throw error;
        request.log.warn({ reason: error.message }, 'a reply by email was refused');
        // The same reply in every case, so that nothing can be learned about addresses.
        throw new ApiError('UNAUTHORIZED');
      }
      return reply.code(204).send();
    });
  });
}
