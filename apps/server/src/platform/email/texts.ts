/** Subjects and openings of emails that a company has rewritten. */
import {
  fillPlaceholders,
  type EmailKind,
  type EmailPlaceholder,
} from '@cairn/contract/email-terms';
import type { Queries } from '../db/db.ts';
import { query } from '../db/query.ts';

export type EmailTexts = Partial<
  Record<EmailKind, { readonly subject: string | null; readonly opening: string | null }>
>;
export type PlaceholderValues = Partial<Record<EmailPlaceholder, string | undefined>>;

/** Runs in the company's scope. */
export async function findTexts(reads: Queries, companyId: string): Promise<EmailTexts> {
  const rows = await reads.run(
    query
      .selectFrom('email_text')
      .select(['kind', 'subject', 'opening'])
      .where('company_id', '=', companyId),
  );
  return Object.fromEntries(rows.map(({ kind, subject, opening }) => [kind, { subject, opening }]));
}

interface Written {
  readonly subject: string;
  /** The opening, by paragraph. */
  readonly opening: readonly string[];
}

/** The company's text if it has one and each placeholder has a value; otherwise the product's. */
export function writeText(
  own: EmailTexts[EmailKind],
  values: PlaceholderValues,
  byDefault: { readonly subject: string; readonly opening: string },
): Written {
  const subject = own?.subject ? fillPlaceholders(own.subject, values) : undefined;
  const opening = own?.opening ? fillPlaceholders(own.opening, values) : undefined;
  return {
    subject: subject ?? byDefault.subject,
    opening: opening?.split(/\n+/).filter((line) => line.trim() !== '') ?? [byDefault.opening],
  };
}
