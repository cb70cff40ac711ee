/**
 * Explains in plain words why an email or a text message was not delivered; mail servers and providers respond with
 * codes.
 */

/** By the enhanced status code of mail servers (RFC 3463). */
const EMAIL_REASONS: readonly [status: RegExp, words: string][] = [
  [/^5\.1\.(2|8|10)$/, 'The part after the @ does not exist.'],
  [/^5\.(1\.\d+|0\.0)$/, 'The address does not exist.'],
  [/^5\.2\.1$/, 'The mailbox is closed.'],
  [/^[45]\.2\.2$/, 'The mailbox is full.'],
  [/^5\.(3\.4|2\.3)$/, 'The email was too large.'],
  [/^5\.4\.\d+$/, 'The email provider could not be reached.'],
  [/^5\.7\.\d+$/, 'The email provider rejected it as spam.'],
  [/^4\.\d+\.\d+$/, 'The email provider couldn’t accept it yet.'],
];

/** An enhanced status code. The lookarounds exclude parts of longer dotted numbers, such as IP addresses. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** By Twilio's error code. */
const SMS_REASONS: Readonly<Record<string, string>> = {
  21211: 'This is not a phone number.',
  21217: 'This is not a phone number.',
  21408: 'Texts to this country are not set up.',
  21610: 'They unsubscribed from texts.',
  21612: 'This number cannot get texts.',
  21614: 'This is not a mobile number.',
  30003: 'The phone was off or out of reach.',
  30004: 'The phone blocks texts.',
  30005: 'The number does not exist.',
  30006: 'This is a landline.',
  30007: 'The carrier blocked it as spam.',
};

/** Undefined if the reason contains no code that is useful to the user. */
export function deliveryReason(reason: string | null): string | undefined {
  if (reason === null) return undefined;
  const [, code] = /^Twilio error (\d+)$/.exec(reason) ?? [];
  if (code !== undefined) return SMS_REASONS[code] ?? `The carrier did not accept it (${code}).`;
  const [statusCode = ''] = STATUS.exec(reason) ?? [];
  return EMAIL_REASONS.find(([status]) => status.test(statusCode))?.[1];
}
