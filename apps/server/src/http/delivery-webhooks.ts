/**
 * Webhooks for the delivery reports of email and SMS providers. Not calls of the contract: bodies are read as bytes
 * because signatures cover them, and the provider defines their format.
 */
import type { FastifyInstance } from 'fastify';
import {
  ReportRefused,
  reportReaders,
  applyReports,
  type ReaderDeps,
} from '../modules/deliveries/index.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Db } from '../platform/db/db.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Less for Twilio, whose form is taken apart and sorted before its signature can be checked: a report has about 20 fields. */
const MAX_TWILIO_BYTES = 16 * 1024;

const oneOfEach = (fields: object): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  );

export async function mountDeliveryWebhooks(
  app: FastifyInstance,
  deps: ReaderDeps & { readonly db: Db },
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_, body, done) => done(null, body),
    );
    for (const [provider, read] of Object.entries(reportReaders(deps))) {
      if (!read) continue;
      const bodyLimit = provider === 'twilio' ? MAX_TWILIO_BYTES : MAX_BODY_BYTES;
      own.post(`/api/v2/webhook/${provider}`, { bodyLimit }, async (request, reply) => {
        const { body, headers, query } = request;
        const received = {
          headers: oneOfEach(headers),
          query: oneOfEach(query as object),
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          now: new Date(),
          address: request.ip,
        };
        try {
          await applyReports(deps.db, await read(received));
        } catch (error) {
          if (!(error instanceof ReportRefused)) throw error;
          request.log.warn({ provider, reason: error.message }, 'delivery report refused');
          throw new ApiError('UNAUTHORIZED');
        }
        return reply.code(204).send();
      });
    }
  });
}
