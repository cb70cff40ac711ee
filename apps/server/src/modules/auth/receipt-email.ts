/** The email with the receipt of a file, for the person who requests it. */
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Sender } from '../../platform/email/content.ts';
import { safeFileName, safeSenderName, safeTitle } from '../../platform/email/sender-name.ts';
import { receiptNumber } from '../../platform/receipt-number.ts';
import type { SentFile } from './sent-file-store.ts';

const formatMoment = (at: string, zone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: zone ?? 'UTC',
  }).format(new Date(at));

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const inGroups = (digits: string): string => digits.match(/.{8}/g)!.join(' ');

export function receiptEmail(sender: Sender, file: SentFile): EmailContent {
  const isClean = file.virus_scan_state === 'CLEAN' && file.sha256 !== null;
  const { short_code: shortCode, document_id: documentId, version } = file;
  const details: [string, string][] = [
    ['Request', safeTitle(file.title, 'A document')],
    ['Loan', safeSenderName(file.loan_name, 'Your loan')],
    ['File', safeFileName(file.name, 'Your file')],
    ['Size', formatSize(file.size)],
    ...(file.sent_at
      ? ([['Sent', formatMoment(file.sent_at, file.timezone_id)]] as [string, string][])
      : []),
    ['Receipt number', receiptNumber({ shortCode, documentId, version })],
    ['SHA-256', isClean ? inGroups(file.sha256!.toString('hex')) : 'Not checked yet'],
  ];
  return composeEmail(
    sender,
    `Your receipt from ${sender.name}`,
    [
      `${sender.name} has this file.`,
      { details },
      { link: `${sender.site}/loans/${file.loan_id}`, words: 'Open the loan' },
    ],
    { reason: 'You get this email because you asked for a receipt.' },
  );
}
