/** Audit entries about the articles of the learning center. */
import { quoteAll, type Kinds } from './sentence-parts.ts';

const title = (detail: Record<string, unknown>): string => quoteAll([detail['title']]);

export const learningCenterKinds = {
  'supportCategory.changed': {
    title: 'Topic of the learning center changed',
    says: ({ who, detail }) => `${who} changed the topic ${title(detail)}`,
  },
  'supportCategory.created': {
    title: 'Topic of the learning center added',
    says: ({ who, detail }) => `${who} added the topic ${title(detail)}`,
  },
  'supportCategory.deleted': {
    title: 'Topic of the learning center deleted',
    says: ({ who, detail }) => `${who} deleted the topic ${title(detail)}`,
  },
  'supportEntry.changed': {
    title: 'Article changed',
    says: ({ who, detail }) =>
      `${who} changed the article ${title(detail)}, ${detail['published'] === true ? 'published' : 'a draft'}`,
  },
  'supportEntry.created': {
    title: 'Article written',
    says: ({ who, detail }) => `${who} wrote the article ${title(detail)}`,
  },
  'supportEntry.deleted': {
    title: 'Article deleted',
    says: ({ who, detail }) => `${who} deleted the article ${title(detail)}`,
  },
  'supportEntry.pictured': {
    title: 'Picture added to an article',
    says: ({ who, detail }) => `${who} added a picture to the article ${title(detail)}`,
  },
} satisfies Kinds;
