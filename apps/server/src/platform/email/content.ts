/** The content of an email, from which its text and HTML parts are made. */
import type { SignatureLine } from '@cairn/contract/signature-terms';
import type { Email } from './mailer.ts';
import { PRODUCT } from './sender-name.ts';

/** The person at the lender whom the recipient can call. */
export interface Officer {
  readonly name: string;
  readonly jobTitle: string | null;
  readonly phone: string | null;
  /** The address for replies. */
  readonly emailAddress?: string | undefined;
}

export interface Sender {
  /** The company's name, or the product's. */
  readonly name: string;
  readonly site: string;
  /** Attached to the email: remote pictures are blocked by default in many mail clients. */
  readonly logo?: { readonly content: Buffer; readonly contentType: string } | undefined;
  readonly officer?: Officer | undefined;
  /**
   * Color of the button, like #12365F. The color of its text and its shade in dark mode are computed
   * (brand-color.ts).
   */
  readonly color?: string | undefined;
  /** "Member FDIC. Equal Housing Lender." */
  readonly legalLine?: string | undefined;
  /** Signature of the person whose message the email is about; shown by emails that contain one. */
  readonly signature?: readonly SignatureLine[] | undefined;
  /** Link that stops this kind of email for its recipient (unsubscribe-link.ts). */
  readonly unsubscribe?: string | undefined;
}
export interface EmailContent extends Omit<Email, 'to'> {
  /** The input of text and HTML, for a preview. */
  readonly title: string;
  readonly lines: readonly Line[];
}
export interface ListItem {
  readonly title: string;
  /** The person or business that a request is about, and instructions. */
  readonly notes?: readonly string[];
  /** "Due Wed, Nov 18". */
  readonly aside?: string | undefined;
}
export type Line =
  | string
  | { code: string }
  | { link: string; words: string }
  | { items: readonly ListItem[] }
  | { quote: string; by: string }
  /** How much of a loan is complete. */
  | { progress: { approved: number; inReview: number; todo: number } }
  /** A person's signature, below what they wrote. */
  | { signature: readonly SignatureLine[] }
  /** Heading of a list. */
  | { heading: string }
  | { details: readonly (readonly [label: string, value: string])[] }
  /** A short sentence under the button, optionally with a link. */
  | { hint: string; link?: string; words?: string };

export interface EmailOptions {
  /** Defaults to the title and the sender's name, or the title alone if it says who writes. */
  readonly subject?: string;
  /** The line that an inbox shows next to the subject. */
  readonly preheader?: string;
  /** A label above the title, for emails about something that needs attention. */
  readonly badge?: string;
  /** Why the recipient gets this email; the link to their preferences follows it. */
  readonly reason?: string;
  /** Small print below the reason. */
  readonly note?: string;
}

export const progressWords = ({ approved, inReview, todo }: Progress): string[] => [
  `${approved} approved`,
  `${inReview} in review`,
  `${todo} to do`,
];
type Progress = Extract<Line, { progress: unknown }>['progress'];

/** "reply to this email", if replies reach the officer. */
export const replyWords = ({ emailAddress }: Officer): string | undefined =>
  emailAddress ? 'reply to this email' : undefined;

export const LOGO_CID = 'logo@cairn';
export const preferencesOf = ({ site }: Sender): string => `${site}/user/profile`;

/** The signature below a person's words, if they have one. */
export const signatureOf = ({ signature: lines }: Sender): Line[] =>
  lines && lines.length > 0 ? [{ signature: lines }] : [];

/** "Sent by Northgate Bank using Cairn", or "Sent by Cairn" for email of the product itself. */
export const signature = ({ name }: Sender): string =>
  name === PRODUCT ? `Sent by ${PRODUCT}` : `Sent by ${name} using ${PRODUCT}`;
