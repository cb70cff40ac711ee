import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  SUPPORT_AUDIENCES,
  SUPPORT_BODY_MAX,
  SUPPORT_PICTURE_MAX_BYTES,
  SUPPORT_SLUG,
  SUPPORT_SLUG_MAX,
  SUPPORT_SUMMARY_MAX,
  SUPPORT_TITLE_MAX,
} from './learning-center-terms.ts';
import { byId, id, MAX_VERSION, timestamp, success } from './shapes.ts';

const upTo = (max: number) => z.string().trim().max(max, `Must be at most ${max} characters`);
const title = upTo(SUPPORT_TITLE_MAX).min(1, 'Required');
const slug = upTo(SUPPORT_SLUG_MAX).regex(
  SUPPORT_SLUG,
  'Use small letters, numbers and single dashes',
);
const position = z.number().int().min(0).max(10_000);
const version = z.number().int().min(1).max(MAX_VERSION);
const audience = z.enum(SUPPORT_AUDIENCES);

/** [R141] */
const supportCategory = z.object({
  id,
  /** The ID under which views of categories and entries are counted. */
  supportId: id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  position: z.number().int(),
  viewCount: z.number().int(),
  /** Number of entries that the caller may read. */
  entryCount: z.number().int(),
});
export type SupportCategory = z.infer<typeof supportCategory>;

/** [R141] */
const supportEntry = z.object({
  id,
  supportId: id,
  categoryId: id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  audiences: z.array(audience),
  position: z.number().int(),
  published: z.boolean(),
  viewCount: z.number().int(),
  wordCount: z.number().int(),
  /** Whether the caller has opened it before. */
  read: z.boolean(),
  updatedDate: timestamp,
  version: z.number().int(),
  /** Plain text with headings, lists, links and pictures; null in lists. */
  body: z.string().nullable(),
});
export type SupportEntry = z.infer<typeof supportEntry>;

const categoryFields = {
  title,
  slug: slug.optional().describe('Follows from the title where absent'),
  description: upTo(SUPPORT_SUMMARY_MAX).default(''),
  position: position.default(0),
};
const entryFields = {
  categoryId: id,
  title,
  slug: slug.optional().describe('Follows from the title where absent'),
  summary: upTo(SUPPORT_SUMMARY_MAX).default(''),
  body: upTo(SUPPORT_BODY_MAX).default(''),
  audiences: z
    .array(audience)
    .min(1, 'Choose at least one')
    .max(SUPPORT_AUDIENCES.length)
    .refine((codes) => new Set(codes).size === codes.length, 'Choose each once')
    .meta({ uniqueItems: true }),
  position: position.default(0),
  published: z.boolean().default(false),
};

/** A slug is derived from these characters: a title without any of them needs an explicit slug. */
const MAKES_A_SLUG = '[A-Za-z0-9]';
const sluggable = <Shape extends { title: typeof title; slug: z.ZodOptional<typeof slug> }>(
  shape: Shape,
) =>
  z
    .strictObject(shape)
    .refine(
      (entry: { title?: unknown; slug?: unknown }) =>
        entry.slug !== undefined || new RegExp(MAKES_A_SLUG).test(String(entry.title)),
      { path: ['slug'], message: 'Required' },
    )
    .meta({
      anyOf: [{ required: ['slug'] }, { properties: { title: { pattern: MAKES_A_SLUG } } }],
    });

const writeOptions = { changes: ['support'] } as const;

export const learningCenter = {
  listSupportCategories: endpoint({
    method: 'GET',
    path: '/v2/support/categories',
    audience: 'session',
    summary: 'The topics of the learning center that have something for the caller to read',
    reply: z.object({ categories: z.array(supportCategory) }),
    shows: ['support'],
    silent: true,
  }),
  createSupportCategory: endpoint({
    method: 'POST',
    path: '/v2/support/category',
    audience: 'admin',
    summary: 'Add a topic to the learning center',
    body: sluggable(categoryFields),
    reply: supportCategory,
    errors: ['SLUG_IN_USE', 'TOO_MANY_ARTICLES'],
    ...writeOptions,
  }),
  updateSupportCategory: endpoint({
    method: 'PUT',
    path: '/v2/support/category',
    audience: 'admin',
    summary: 'Change a topic of the learning center',
    body: sluggable({ id, ...categoryFields }),
    reply: supportCategory,
    errors: ['NOT_FOUND', 'SLUG_IN_USE'],
    ...writeOptions,
  }),
  deleteSupportCategory: endpoint({
    method: 'DELETE',
    path: '/v2/support/category',
    audience: 'admin',
    summary: 'Delete a topic without articles',
    query: z.strictObject({ id }),
    reply: success,
    errors: ['NOT_FOUND', 'CATEGORY_NOT_EMPTY'],
    ...writeOptions,
  }),
  incrementSupportViews: endpoint({
    method: 'PUT',
    path: '/v2/support/views/increment/{supportId}',
    audience: 'session',
    summary: 'Count a view of a topic or an article, once per person and day',
    params: z.strictObject({ supportId: id }),
    reply: z.object({ supportId: id, viewCount: z.number().int() }),
    errors: ['NOT_FOUND'],
    silent: true,
  }),
  listSupportEntries: endpoint({
    method: 'GET',
    path: '/v2/support/entries',
    audience: 'session',
    summary: 'The articles that the caller may read; administrators see drafts too',
    query: z.strictObject({
      id: id.optional().describe('One article, with its text'),
      slug: upTo(SUPPORT_SLUG_MAX).optional().describe('One article, with its text'),
      audience: audience.optional(),
      search: upTo(200).optional().describe('Words in title, summary and text, best match first'),
    }),
    reply: z.object({
      entries: z.array(supportEntry),
      abilities: z.object({ write: z.boolean() }),
    }),
    shows: ['support'],
    silent: true,
  }),
  createSupportEntry: endpoint({
    method: 'POST',
    path: '/v2/support/entry',
    audience: 'admin',
    summary: 'Write an article: a draft unless it is published at once',
    body: sluggable(entryFields),
    reply: supportEntry,
    errors: ['INVALID_REQUEST', 'SLUG_IN_USE', 'TOO_MANY_ARTICLES'],
    ...writeOptions,
  }),
  updateSupportEntry: endpoint({
    method: 'PUT',
    path: '/v2/support/entry',
    audience: 'admin',
    summary:
      'Change, publish or unpublish an article; pictures that it no longer shows are deleted',
    body: sluggable({ id, version, ...entryFields }),
    reply: supportEntry,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CONFLICT', 'SLUG_IN_USE'],
    ...writeOptions,
  }),
  deleteSupportEntry: endpoint({
    method: 'DELETE',
    path: '/v2/support/entry/{id}',
    audience: 'admin',
    summary: 'Delete an article with its pictures',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
    ...writeOptions,
  }),
  addSupportPicture: endpoint({
    method: 'POST',
    path: '/v2/support/entry/{id}/picture',
    audience: 'admin',
    summary: 'Upload a picture for an article: PNG, JPEG or WebP',
    params: byId,
    body: z.strictObject({
      image: z
        .string()
        .max(
          Math.ceil(SUPPORT_PICTURE_MAX_BYTES / 3) * 4 + 30,
          'Choose a picture of at most 512 kB',
        )
        .regex(
          /^data:image\/\w+;base64,[A-Za-z0-9+/]+={0,2}$/,
          'Choose a PNG, JPEG or WebP picture',
        ),
    }),
    reply: z.object({ id }),
    errors: ['NOT_FOUND', 'INVALID_REQUEST', 'TOO_MANY_ARTICLES'],
  }),
  getSupportPicture: endpoint({
    method: 'GET',
    path: '/v2/support/picture/{id}',
    audience: 'session',
    summary: 'A picture of an article that the caller may read',
    params: byId,
    errors: ['NOT_FOUND'],
  }),
};
