/** Limits of the learning center. */
import { KNOWLEDGE_BASES } from './constants.ts';

export type SupportAudience = keyof typeof KNOWLEDGE_BASES;
export const SUPPORT_AUDIENCES = Object.keys(KNOWLEDGE_BASES) as [
  SupportAudience,
  ...SupportAudience[],
];

export const SUPPORT_TITLE_MAX = 80;
export const SUPPORT_SUMMARY_MAX = 300;
export const SUPPORT_BODY_MAX = 20_000;
export const SUPPORT_SLUG_MAX = 80;
/** Lists have no pages, because an operator writes few categories and articles. */
export const MAX_SUPPORT_CATEGORIES = 40;
export const MAX_SUPPORT_ENTRIES = 500;
export const MAX_SUPPORT_PICTURES = 20;
export const SUPPORT_PICTURE_MAX_BYTES = 512 * 1024;
export const SUPPORT_PICTURE_MAX_PIXELS = 4096;

/** Lowercase letters, digits and single hyphens. */
export const SUPPORT_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The slug for a title. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .split(/[\s-]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, SUPPORT_SLUG_MAX)
    .replace(/-$/, '');
