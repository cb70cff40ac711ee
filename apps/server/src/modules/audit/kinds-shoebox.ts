/** What happens to files that wait to be filed. */
import {
  pluralize,
  fileName,
  onLoan,
  words,
  type Kinds,
  type SentenceSubject,
} from './sentence-parts.ts';

/** One by its name, several by their number. */
function files(told: SentenceSubject): string {
  const { length } = words(told.detail['itemIds']);
  return length > 1 ? pluralize(length, 'file') : fileName(told);
}

const VISITOR = 'A visitor without an account';

export const shoeboxKinds = {
  'anonymousSession.created': {
    title: 'Upload without an account offered',
    says: (told) => `${told.who} vouched for an address that may send files${onLoan(told, 'for')}`,
  },
  'anonymousSession.extended': {
    title: 'Upload session extended',
    says: ({ who, detail }) =>
      `${detail['by'] === 'employee' ? who : VISITOR} extended an upload session`,
  },
  'anonymousSession.read': {
    title: 'File opened before it was submitted',
    says: (told) => `${VISITOR} opened ${fileName(told)}, which they had uploaded`,
  },
  'anonymousSession.submitted': {
    title: 'Files sent without an account',
    says: (told) => `${VISITOR} sent ${files(told)}${onLoan(told, 'for')}`,
  },
  'anonymousSession.swept': {
    title: 'Unsubmitted files deleted',
    says: ({ detail }) =>
      `Deleted ${pluralize(Number(detail['files']), 'file')} that a visitor uploaded and did not submit`,
  },
  'anonymousSession.uploaded': {
    title: 'File uploaded without an account',
    says: (told) => `${VISITOR} uploaded ${fileName(told)}`,
  },
  'anonymousSession.verified': {
    title: 'Address verified for an upload',
    says: () => `${VISITOR} verified their email address`,
  },
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
  'shoebox.unfiled': {
    title: 'Filing undone',
    says: (told) => `${told.who} undid the filing of ${files(told)}${onLoan(told)}`,
  },
} satisfies Kinds;
