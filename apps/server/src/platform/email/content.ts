/** What an email consists of, for both of its parts. */
import type { Email } from './mailer.ts';
import { PRODUCT } from './sender-name.ts';

/** The person at the lender whom the recipient can call. */
export interface Officer {
  readonly name: string;
  readonly jobTitle: string | null;
  readonly phone: string | null;
}

export interface Sender {
  /** The company's name, or the product's. */
  readonly name: string;
  readonly site: string;
  /** Attached to the email: remote pictures are blocked by default in many mail clients. */
  readonly logo?: { readonly content: Buffer; readonly contentType: string } | undefined;
  readonly officer?: Officer | undefined;
}
export type EmailContent = Omit<Email, 'to'>;
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

export const LOGO_CID = 'logo@cairn';
export const preferencesOf = ({ site }: Sender): string => `${site}/user/profile`;

/** "Sent by Northgate Bank using Cairn"; email from Cairn itself is sent by Cairn. */
export const signature = ({ name }: Sender): string =>
  name === PRODUCT ? `Sent by ${PRODUCT}` : `Sent by ${name} using ${PRODUCT}`;
