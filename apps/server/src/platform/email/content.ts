/** What an email consists of, for both of its parts. */
import type { SignatureLine } from '@cairn/contract/signature-terms';
import type { Email } from './mailer.ts';
import { PRODUCT } from './sender-name.ts';

/** The person at the lender whom the recipient can call. */
export interface Officer {
  readonly name: string;
  readonly jobTitle: string | null;
  readonly phone: string | null;
  /** To which replies go. */
  readonly emailAddress?: string | undefined;
}

export interface Sender {
  /** The company's name, or the product's. */
  readonly name: string;
  readonly site: string;
  /** Attached to the email: remote pictures are blocked by default in many mail clients. */
  readonly logo?: { readonly content: Buffer; readonly contentType: string } | undefined;
  readonly officer?: Officer | undefined;
  /** Of the button, like #12365F. Text on it, and its shade in dark mode, are computed (brand-color.ts). */
  readonly color?: string | undefined;
  /** "Member FDIC. Equal Housing Lender." */
  readonly legalLine?: string | undefined;
  /** Of the person whose message the email is about; shown by emails that carry one. */
  readonly signature?: readonly SignatureLine[] | undefined;
  /** Stops this kind of email for its recipient; see unsubscribe-link.ts. */
  readonly unsubscribe?: string | undefined;
}
export interface EmailContent extends Omit<Email, 'to'> {
  /** What text and HTML were made of, for a preview. */
  readonly title: string;
  readonly lines: readonly Line[];
}
export interface ListItem {
  readonly title: string;
  /** The person or business, and instructions. */
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
  /** How much of a loan is done. */
  | { progress: { approved: number; inReview: number; todo: number } }
  /** Of a person, below what they wrote. */
  | { signature: readonly SignatureLine[] }
  /** Above a list. */
  | { heading: string }
  | { details: readonly (readonly [label: string, value: string])[] }
  /** A small sentence under the button, with a link behind it. */
  | { hint: string; link?: string; words?: string };

export interface EmailOptions {
  /** The title and the sender's name, unless the title says who writes. */
  readonly subject?: string;
  /** What an inbox shows beside the subject. */
  readonly preheader?: string;
  /** Above the title, of what needs attention. */
  readonly badge?: string;
  /** Why the recipient gets this, with a link to their preferences below it. */
  readonly reason?: string;
  /** Below the reason, in small type. */
  readonly note?: string;
}

export const progressWords = ({ approved, inReview, todo }: Progress): string[] => [
  `${approved} approved`,
  `${inReview} in review`,
  `${todo} to do`,
];
type Progress = Extract<Line, { progress: unknown }>['progress'];

/** "reply to this email", where the officer gets the reply. */
export const replyWords = ({ emailAddress }: Officer): string | undefined =>
  emailAddress ? 'reply to this email' : undefined;

export const LOGO_CID = 'logo@cairn';
export const preferencesOf = ({ site }: Sender): string => `${site}/user/profile`;

/** Below a person's words, where that person has a signature. */
export const signatureOf = ({ signature: lines }: Sender): Line[] =>
  lines && lines.length > 0 ? [{ signature: lines }] : [];

/** "Sent by Northgate Bank using Cairn"; email from Cairn itself is sent by Cairn. */
export const signature = ({ name }: Sender): string =>
  name === PRODUCT ? `Sent by ${PRODUCT}` : `Sent by ${name} using ${PRODUCT}`;
