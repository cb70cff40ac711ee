/**
 * Emails are written once, as lines; the text part (here) and the HTML part (html.ts) come from them. Decision 0056 says
 * why this is not React Email.
 */
import {
  LOGO_CID,
  preferencesOf,
  progressWords,
  replyWords,
  signature,
  type EmailContent,
  type EmailOptions,
  type Line,
  type ListItem,
  type Officer,
  type Sender,
} from './content.ts';
import { htmlOf } from './html.ts';
import { signatureAsText } from './signature.ts';

export function composeEmail(
  sender: Sender,
  title: string,
  lines: readonly Line[],
  options: EmailOptions = {},
): EmailContent {
  const { subject = `${title}: ${sender.name}`, badge, reason, note } = options;
  const footer = [
    ...(sender.officer ? [officerAsText(sender.officer, sender.name)] : []),
    ...(reason ? [[reason, ...choices(sender)].join('\n')] : []),
    ...(note ? [note] : []),
    ...(sender.legalLine ? [`${sender.name}. ${sender.legalLine}`] : []),
    signature(sender),
  ];
  return {
    from: sender.name,
    subject,
    title,
    lines,
    text:
      [...(badge ? [badge] : []), title, ...lines.map(lineAsText), ...footer].join('\n\n') + '\n',
    html: htmlOf(sender, title, lines, options),
    ...(reason && { headers: unsubscribeHeaders(sender) }),
    ...(sender.logo && { attachments: [{ cid: LOGO_CID, ...sender.logo }] }),
    ...(sender.officer?.emailAddress && {
      replyTo: { name: sender.officer.name, address: sender.officer.emailAddress },
    }),
  };
}

const choices = (sender: Sender): string[] => [
  `Email preferences: ${preferencesOf(sender)}`,
  ...(sender.unsubscribe ? [`Stop these emails: ${sender.unsubscribe}`] : []),
];

/**
 * Headers for unsubscribing in a mail program: one click (RFC 8058) with a link that supports it, otherwise the
 * preferences page (RFC 2369).
 */
const unsubscribeHeaders = (sender: Sender): Record<string, string> =>
  sender.unsubscribe
    ? {
        'list-unsubscribe': `<${sender.unsubscribe}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }
    : { 'list-unsubscribe': `<${preferencesOf(sender)}>` };

const officerAsText = (officer: Officer, company: string): string =>
  [
    officer.name,
    [officer.jobTitle, company].filter(Boolean).join(', '),
    [officer.phone, replyWords(officer)].filter(Boolean).join(' or '),
  ]
    .filter(Boolean)
    .join('\n');

function lineAsText(line: Line): string {
  if (typeof line === 'string') return line;
  if ('code' in line) return `    ${line.code}`;
  if ('items' in line) return line.items.map(itemAsText).join('\n');
  if ('quote' in line) return `${line.by}:\n${line.quote}`;
  if ('details' in line) return line.details.map((pair) => pair.join(': ')).join('\n');
  if ('heading' in line) return line.heading;
  if ('signature' in line) return signatureAsText(line.signature);
  if ('progress' in line) return progressWords(line.progress).join(', ');
  if ('hint' in line) {
    return line.link ? `${line.hint} ${line.words ?? ''}: ${line.link}` : line.hint;
  }
  return `${line.words}: ${line.link}`;
}

const itemAsText = ({ title, notes = [], aside }: ListItem): string =>
  `- ${[title, ...notes, aside].filter(Boolean).join(', ')}`;
