/** What happens to files that wait to be filed. */
import { counted, file, onLoan, words, type Kinds, type Told } from './telling.ts';

/** One by its name, several by their number. */
function files(told: Told): string {
  const { length } = words(told.detail['itemIds']);
  return length > 1 ? counted(length, 'file') : file(told);
}

export const shoeboxKinds: Kinds = {
  'shoebox.added': {
    title: 'Files put into the shoebox',
    says: (told) => `${told.who} put ${files(told)} into the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.brought': {
    title: 'Files brought to a loan',
    says: (told) =>
      `${told.who} brought ${files(told)} from their own shoebox${onLoan(told, 'to')}`,
  },
  'shoebox.changed': {
    title: 'Files in the shoebox renamed',
    says: (told) => `${told.who} changed ${files(told)} in the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.filed': {
    title: 'Files filed',
    says: (told) => `${told.who} filed ${files(told)} from the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.removed': {
    title: 'Files of the shoebox deleted',
    says: (told) => `${told.who} deleted ${files(told)} of the shoebox for good${onLoan(told)}`,
  },
  'shoebox.restored': {
    title: 'Files put back into the shoebox',
    says: (told) => `${told.who} put ${files(told)} back into the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.seen': {
    title: 'Files in the shoebox seen',
    says: (told) => `${told.who} looked at ${files(told)} in the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.trashed': {
    title: 'Files of the shoebox put into the trash',
    says: (told) => `${told.who} put ${files(told)} of the shoebox into the trash${onLoan(told)}`,
  },
};
