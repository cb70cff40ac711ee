/** Aims of the calls about the learning center: an article for everyone, a draft, and a missing one. */
import { randomUUID } from 'node:crypto';
import type { learningCenter } from '@cairn/contract/learning-center';
import { NOTHING, type Aim } from './aims.ts';
import type { Target } from './targets.ts';

const SCOPES = ['own', 'hidden', 'missing'] as const;
const freeSlug = () => `matrix-${randomUUID()}`;
const articleBody = ({ article }: Target) => ({
  categoryId: article.categoryId,
  slug: freeSlug(),
  title: 'Review documents',
  audiences: ['LENDER'],
});
const byArticle = ({ article }: Target) => ({ params: { id: article.id } });
// This data is not a picture: a permitted caller gets that error.
const image = 'data:image/png;base64,bm8gcGljdHVyZQ==';

export const LEARNING_CENTER_AIMS: Record<keyof typeof learningCenter, Aim> = {
  listSupportCategories: { scopes: ['own', 'hidden'], at: ({ article: _made }) => ({}) },
  createSupportCategory: {
    scopes: NOTHING,
    at: () => ({ body: { title: 'Reviews', slug: freeSlug() } }),
  },
  updateSupportCategory: {
    scopes: ['own', 'missing'],
    at: ({ article }) => ({ body: { id: article.categoryId, title: 'Topic', slug: freeSlug() } }),
  },
  deleteSupportCategory: {
    scopes: ['own', 'missing'],
    at: ({ emptyTopicId }) => ({ query: { id: emptyTopicId } }),
  },
  incrementSupportViews: {
    scopes: SCOPES,
    at: ({ article }) => ({ params: { supportId: article.supportId } }),
  },
  listSupportEntries: {
    scopes: ['own', 'hidden'],
    at: ({ article }) => ({ query: { id: article.id } }),
  },
  createSupportEntry: {
    scopes: ['own', 'missing'],
    at: (target) => ({ body: articleBody(target) }),
  },
  updateSupportEntry: {
    scopes: ['own', 'hidden'],
    at: (target) => ({ body: { id: target.article.id, version: 1, ...articleBody(target) } }),
  },
  deleteSupportEntry: { scopes: SCOPES, at: byArticle },
  addSupportPicture: {
    scopes: SCOPES,
    at: (target) => ({ ...byArticle(target), body: { image } }),
  },
  getSupportPicture: {
    scopes: SCOPES,
    at: ({ article }) => ({ params: { id: article.pictureId } }),
  },
};
