import { z } from 'zod';
import {
  EMAIL_KINDS,
  MAX_EMAIL_OPENING,
  MAX_EMAIL_SUBJECT,
  placeholderProblem,
  type EmailKind,
} from './email-terms.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

const kind = z.enum(EMAIL_KINDS);

/** An email header: control characters and line separators could start another header. */
const subject = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(MAX_EMAIL_SUBJECT, `Must be at most ${MAX_EMAIL_SUBJECT} characters`)
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$/, 'Must be one line')
  .nullable();
const opening = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(MAX_EMAIL_OPENING, `Must be at most ${MAX_EMAIL_OPENING} characters`)
  .nullable();

interface CheckedTexts {
  subject: string | null;
  opening: string | null;
}
type Refinement = {
  addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void;
};
const checkPlaceholders = (of: EmailKind, texts: CheckedTexts, context: Refinement): void => {
  for (const field of ['subject', 'opening'] as const) {
    const problem = placeholderProblem(texts[field] ?? '', of);
    if (problem) context.addIssue({ code: 'custom', path: [field], message: problem });
  }
};

const emailText = z.object({
  kind,
  /** Null: the default text. */
  subject: z.string().nullable(),
  opening: z.string().nullable(),
});
export type EmailText = z.infer<typeof emailText>;
const texts = z.object({
  texts: z.array(emailText),
  abilities: z.object({ edit: z.boolean() }),
});

const preview = z.object({
  /** The sender's name. */
  from: z.string(),
  subject: z.string(),
  title: z.string(),
  opening: z.array(z.string()),
  items: z.array(
    z.object({ title: z.string(), notes: z.array(z.string()), aside: z.string().nullable() }),
  ),
  button: z.string(),
  /** The whole plain-text part. */
  text: z.string(),
});
export type EmailPreview = z.infer<typeof preview>;

const byCompany = z.strictObject({ companyId: id });
const REFUSALS = ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'] as const;

export const emailTexts = {
  listEmailTexts: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/emailTexts',
    audience: 'lender',
    summary: 'A company’s own subjects and openings of emails; for those who work there',
    params: byCompany,
    reply: texts,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['emailText'],
  }),
  updateEmailText: endpoint({
    method: 'PUT',
    path: '/v1/lenders/{companyId}/emailTexts',
    audience: 'lender',
    summary: 'Write the subject and opening of one kind of email; null takes the product’s own',
    params: byCompany,
    body: z
      .strictObject({ kind, subject, opening })
      .superRefine((body, context) => checkPlaceholders(body.kind, body, context)),
    reply: texts,
    errors: REFUSALS,
    changes: ['emailText'],
  }),
  previewEmailText: endpoint({
    method: 'POST',
    path: '/v1/lenders/{companyId}/emailTexts/preview',
    audience: 'lender',
    summary: 'An email as a borrower would get it, with made-up names; nothing is saved or sent',
    params: byCompany,
    body: z
      .strictObject({ kind, subject, opening })
      .superRefine((body, context) => checkPlaceholders(body.kind, body, context)),
    reply: preview,
    errors: REFUSALS,
    silent: true,
  }),
};
