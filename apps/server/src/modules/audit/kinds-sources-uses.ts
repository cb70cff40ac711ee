/** Audit entries about sources and uses. */
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const money = ({ detail }: SentenceSubject, field: string): string =>
  dollars.format(Number(detail[field] ?? 0));

export const sourcesUsesKinds = {
  'sourcesUses.exported': {
    title: 'Sources and uses exported',
    says: (subject) => `${subject.who} exported the sources and uses${onLoan(subject, 'of')}`,
  },
  'sourcesUses.saved': {
    title: 'Sources and uses changed',
    says: (subject) => {
      const state =
        subject.detail['isBalanced'] === true ? 'balanced' : `off by ${money(subject, 'offBy')}`;
      return `${subject.who} changed the sources and uses${onLoan(subject, 'of')}: ${money(subject, 'totalUses')}, ${state}`;
    },
  },
  'sourcesUses.templateSaved': {
    title: 'Starting rows of sources and uses changed',
    says: ({ who }) => `${who} changed the rows that sources and uses start with`,
  },
} satisfies Kinds;
