import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK, byId, id, timestamp } from './shapes.ts';
import { SIGNATURE_MAX, SIGNATURE_MAX_LINES } from './signature-terms.ts';

const signature = z.object({
  id,
  /** Text with the markup that signature-terms.ts parses; empty for no signature. */
  text: z.string(),
  /** The signature as HTML, as it appears in emails. */
  html: z.string(),
  /** Null if the user has never saved a signature. */
  modifiedDate: timestamp.nullable(),
});
export type EmailSignature = z.infer<typeof signature>;

const signatureText = z
  .string()
  .max(SIGNATURE_MAX, `Must be at most ${SIGNATURE_MAX.toLocaleString('en-US')} characters`)
  // Empty lines at the beginning and end do not count.
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

/** Email signatures; each user has access only to their own [R140]. */
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
