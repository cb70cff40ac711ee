/**
 * Names that people chose, as emails and SMS show them. A name is free text: one that
 * could carry a link or an advertisement is replaced by neutral words.
 */
const MAX_NAME_LENGTH = 60;
/** A scheme, "www.", an at sign, a dot between letters as in a host name, or invisible characters. */
const SUSPICIOUS = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uFF0E\uFF61]\p{L}{2}|[\p{C}\p{Zl}\p{Zp}]/iu;

export function safeSenderName(name: string | null | undefined, neutral: string): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH) return neutral;
  return mayBeLink(trimmed) ? neutral : trimmed;
}

const mayBeLink = (text: string): boolean =>
  SUSPICIOUS.test(text.normalize('NFKC')) || SUSPICIOUS.test(text);

const FILE_ENDING = /\.[a-z\d]{1,5}$/i;
/** A file's name without its extension, because mail clients turn "name.ext" into a link. */
export const safeFileName = (name: string | null | undefined, neutral: string): string =>
  safeSenderName(name?.trim().replace(FILE_ENDING, ''), neutral);

const GOVERNMENT_ENDING = /\.gov\b/gi;
/** A title written by the lender ("SAM.gov registration") that may contain names chosen by others. */
export const safeTitle = (title: string, neutral: string): string =>
  mayBeLink(title.replaceAll(GOVERNMENT_ENDING, '')) ? neutral : title;

/** Text that no employee of the lender has seen is sent in the product's name, not in the lender's. */
export const PRODUCT = 'Cairn';
