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
    says: (told) => `${told.who} exported the sources and uses${onLoan(told, 'of')}`,
  },
  'sourcesUses.saved': {
    title: 'Sources and uses changed',
    says: (told) => {
      const state =
        told.detail['isBalanced'] === true ? 'balanced' : `off by ${money(told, 'offBy')}`;
      return `${told.who} changed the sources and uses${onLoan(told, 'of')}: ${money(told, 'totalUses')}, ${state}`;
    },
  },
  'sourcesUses.templateSaved': {
    title: 'Starting rows of sources and uses changed',
    says: ({ who }) => `${who} changed the rows that sources and uses start with`,
  },
} satisfies Kinds;
