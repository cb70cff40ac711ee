/** Audit entries about the shoebox: uploaded files that are not filed to a request yet. */
import {
  pluralize,
  fileName,
  onLoan,
  words,
  type Kinds,
  type SentenceSubject,
} from './sentence-parts.ts';

/** A single file by its name, several by their number. */
function files(told: SentenceSubject): string {
  const { length } = words(told.detail['itemIds']);
  return length > 1 ? pluralize(length, 'file') : fileName(told);
}

const VISITOR = 'A visitor without an account';

export const shoeboxKinds = {
  'anonymousSession.created': {
    title: 'Upload without an account allowed',
    says: (told) =>
      `${told.who} allowed an email address to send files without an account${onLoan(told, 'for')}`,
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
    title: 'Files added to the shoebox',
    says: (told) => `${told.who} added ${files(told)} to the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.brought': {
    title: 'Files moved to a loan',
    says: (told) => `${told.who} moved ${files(told)} from their own shoebox${onLoan(told, 'to')}`,
  },
  'shoebox.changed': {
    title: 'Files in the shoebox renamed',
    says: (told) => `${told.who} renamed ${files(told)} in the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.filed': {
    title: 'Files filed',
    says: (told) => `${told.who} filed ${files(told)} from the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.removed': {
    title: 'Files deleted from the shoebox',
    says: (told) =>
      `${told.who} permanently deleted ${files(told)} from the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.restored': {
    title: 'Files restored to the shoebox',
    says: (told) => `${told.who} restored ${files(told)} to the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.seen': {
    title: 'Files in the shoebox viewed',
    says: (told) => `${told.who} viewed ${files(told)} in the shoebox${onLoan(told, 'of')}`,
  },
  'shoebox.trashed': {
    title: 'Files moved from the shoebox to the trash',
    says: (told) =>
      `${told.who} moved ${files(told)} from the shoebox${onLoan(told, 'of')} to the trash`,
  },
  'shoebox.unfiled': {
    title: 'Filing undone',
    says: (told) => `${told.who} undid the filing of ${files(told)}${onLoan(told)}`,
  },
} satisfies Kinds;
