/** Audit entries about a lender's SharePoint library and exports to it. */
import { onLoan, pluralize, quote, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const library = ({ detail }: SentenceSubject): string =>
  quote(typeof detail['library'] === 'string' ? detail['library'] : null, 'without a name');

export const sharePointKinds = {
  'sharepoint.asked': {
    title: 'SharePoint export requested',
    says: (subject) =>
      `${subject.who} requested an export of ${pluralize(subject.detail['files'], 'document')} to SharePoint${onLoan(subject, 'from')}`,
  },
  'sharepoint.checked': {
    title: 'SharePoint checked',
    says: ({ detail }) =>
      detail['failure'] === undefined
        ? 'The SharePoint library was checked and can be written to'
        : 'The SharePoint library was checked and cannot be used',
  },
  'sharepoint.connected': {
    title: 'SharePoint settings changed',
    says: (subject) => `${subject.who} set the SharePoint library ${library(subject)}`,
  },
  'sharepoint.disconnected': {
    title: 'SharePoint disconnected',
    says: ({ who }) => `${who} disconnected SharePoint`,
  },
  'sharepoint.exported': {
    title: 'Exported to SharePoint',
    says: (subject) =>
      `${pluralize(subject.detail['files'], 'document')} went to SharePoint${onLoan(subject, 'from')}`,
  },
  'sharepoint.failed': {
    title: 'SharePoint export failed',
    says: (subject) => `An export to SharePoint failed${onLoan(subject)}`,
  },
} satisfies Kinds;
