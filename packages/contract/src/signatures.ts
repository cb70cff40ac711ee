import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK, byId, id, timestamp } from './shapes.ts';
import { SIGNATURE_MAX, SIGNATURE_MAX_LINES } from './signature-terms.ts';

const signature = z.object({
  id,
  /** With the signs that signature-terms.ts reads; empty for none. */
  text: z.string(),
  /** The same as emails have it. */
  html: z.string(),
  /** Null until one was written. */
  modifiedDate: timestamp.nullable(),
});
export type EmailSignature = z.infer<typeof signature>;

const signatureText = z
  .string()
  .max(SIGNATURE_MAX, `Must be at most ${SIGNATURE_MAX.toLocaleString('en-US')} characters`)
  // The lines are counted without empty ones at both ends.
  .meta({
    pattern: String.raw`^[${BLANK}]*(?:[^\n]*\n){0,${SIGNATURE_MAX_LINES - 1}}[^\n]*[${BLANK}]*$`,
  })
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .refine(
        (text) => text.split('\n').length <= SIGNATURE_MAX_LINES,
        `Must be at most ${SIGNATURE_MAX_LINES} lines`,
      ),
  );

/** Each person's own [R140]. */
export const signatures = {
  getSignature: endpoint({
    method: 'GET',
    path: '/v2/signature',
    audience: 'session',
    summary: 'The caller’s email signature; a blank one until they write it',
    reply: signature,
    shows: ['settings'],
  }),
  updateSignature: endpoint({
    method: 'PUT',
    path: '/v2/signature/{id}',
    audience: 'session',
    summary: 'Change one’s own email signature; an empty text is none',
    params: byId,
    body: z.strictObject({ text: signatureText }),
    reply: signature,
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    changes: ['settings'],
  }),
};
