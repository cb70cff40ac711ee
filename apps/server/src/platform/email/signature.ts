/** Email signatures. The parsed text becomes elements piece by piece, so no HTML has to be sanitized. */
import {
  signatureLines,
  type SignatureLine,
  type SignaturePiece,
} from '@cairn/contract/signature-terms';
import { sql } from 'kysely';
import type { Queries } from '../db/db.ts';
import { query } from '../db/query.ts';
import { escapeHtml } from './escape-html.ts';
import { safeTitle } from './sender-name.ts';

function pieceAsHtml({ text, mark, href }: SignaturePiece): string {
  const words = escapeHtml(text);
  if (href !== undefined) return `<a class="link" href="${escapeHtml(href)}">${words}</a>`;
  if (mark === undefined) return words;
  return mark === 'bold' ? `<strong>${words}</strong>` : `<em>${words}</em>`;
}

export const signatureAsHtml = (lines: readonly SignatureLine[]): string =>
  lines.map((line) => line.map(pieceAsHtml).join('')).join('<br>');

/** "Book a call (https://example.com/dana)"; a link whose text is its address is written once. */
function pieceAsText({ text, href }: SignaturePiece): string {
  const address = href?.replace(/^(?:mailto|tel):/i, '');
  return address === undefined || address === text ? text : `${text} (${address})`;
}

export const signatureAsText = (lines: readonly SignatureLine[]): string =>
  lines.map((line) => line.map(pieceAsText).join('')).join('\n');

/**
 * A person's signature for an email in the company's name. For people outside the company, only lines that cannot
 * carry a link are shown, because the company answers for what its emails link to.
 */
export async function findSignature(
  reads: Queries,
  companyId: string,
  accountId: string,
): Promise<SignatureLine[]> {
  const [row] = await reads.run(
    query
      .selectFrom(
        sql<{
          body: string | null;
          is_employee: boolean | null;
        }>`app.email_signature_of(${companyId}::uuid, ${accountId}::uuid)`.as<'found'>(
          sql`found (body, is_employee)`,
        ),
      )
      .select(['found.body', 'found.is_employee']),
  );
  if (!row?.body) return [];
  const lines = signatureLines(row.body);
  return row.is_employee ? lines : lines.filter((line) => !mayLink(line));
}

const mayLink = (line: SignatureLine): boolean =>
  line.some(({ text, href }) => href !== undefined || (text !== '' && safeTitle(text, '') === ''));
