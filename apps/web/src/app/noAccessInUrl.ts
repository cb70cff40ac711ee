import { errors } from '@cairn/contract/errors';
import { type NoAccess, NO_ACCESS_MESSAGE, SEVERITIES } from '../lib/noAccess.ts';

const MAX_QUOTED = 120;
/** The application's own messages, which a URL may repeat. */
const OURS = new Set<string>([
  NO_ACCESS_MESSAGE,
  ...Object.values(errors).map(([, sentence]) => sentence),
]);
/** Text that could lead users elsewhere: URLs, email addresses, phone numbers. */
const LEADS_AWAY = /:\/\/|www\.|@|\w\.(com|net|org|io|ru|cn|info|xyz)\b|(\d[\s().-]*){5}/i;

/**
 * Anyone can write a URL, so its text must not look like a message of the application. The application's own messages
 * are shown as they are. Other text is shortened and shown as a quotation, or left out if it could lead users
 * elsewhere.
 */
export function noAccessInUrl(search: Record<string, unknown>): NoAccess | null {
  if (!('no-access-modal' in search)) return null;
  const severity = SEVERITIES.find((each) => each === search['severity']) ?? 'warning';
  const message = typeof search['message'] === 'string' ? search['message'] : '';
  if (OURS.has(message)) return { message, severity };
  const text = message
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  const quotable = text !== '' && !LEADS_AWAY.test(text);
  const cut = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text;
  return { message: NO_ACCESS_MESSAGE, severity, ...(quotable ? { quoted: cut } : {}) };
}
