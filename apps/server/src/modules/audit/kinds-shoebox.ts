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
function files(subject: SentenceSubject): string {
  const { length } = words(subject.detail['itemIds']);
  return length > 1 ? pluralize(length, 'file') : fileName(subject);
}

const VISITOR = 'A visitor without an account';

export const shoeboxKinds = {
  'anonymousSession.created': {
    title: 'Upload without an account allowed',
    says: (subject) =>
      `${subject.who} allowed an email address to send files without an account${onLoan(subject, 'for')}`,
  },
  'anonymousSession.extended': {
    title: 'Upload session extended',
    says: ({ who, detail }) =>
      `${detail['by'] === 'employee' ? who : VISITOR} extended an upload session`,
  },
  'anonymousSession.read': {
    title: 'File opened before it was submitted',
    says: (subject) => `${VISITOR} opened ${fileName(subject)}, which they had uploaded`,
  },
  'anonymousSession.submitted': {
    title: 'Files sent without an account',
    says: (subject) => `${VISITOR} sent ${files(subject)}${onLoan(subject, 'for')}`,
  },
  'anonymousSession.swept': {
    title: 'Unsubmitted files deleted',
    says: ({ detail }) =>
      `Deleted ${pluralize(Number(detail['files']), 'file')} that a visitor uploaded and did not submit`,
  },
  'anonymousSession.uploaded': {
    title: 'File uploaded without an account',
    says: (subject) => `${VISITOR} uploaded ${fileName(subject)}`,
  },
  'anonymousSession.verified': {
    title: 'Address verified for an upload',
    says: () => `${VISITOR} verified their email address`,
  },
  'shoebox.added': {
    title: 'Files added to the shoebox',
    says: (subject) =>
      `${subject.who} added ${files(subject)} to the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.brought': {
    title: 'Files moved to a loan',
    says: (subject) =>
      `${subject.who} moved ${files(subject)} from their own shoebox${onLoan(subject, 'to')}`,
  },
  'shoebox.changed': {
    title: 'Files in the shoebox renamed',
    says: (subject) =>
      `${subject.who} renamed ${files(subject)} in the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.filed': {
    title: 'Files filed',
    says: (subject) =>
      `${subject.who} filed ${files(subject)} from the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.removed': {
    title: 'Files deleted from the shoebox',
    says: (subject) =>
      `${subject.who} permanently deleted ${files(subject)} from the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.restored': {
    title: 'Files restored to the shoebox',
    says: (subject) =>
      `${subject.who} restored ${files(subject)} to the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.seen': {
    title: 'Files in the shoebox viewed',
    says: (subject) =>
      `${subject.who} viewed ${files(subject)} in the shoebox${onLoan(subject, 'of')}`,
  },
  'shoebox.trashed': {
    title: 'Files moved from the shoebox to the trash',
    says: (subject) =>
      `${subject.who} moved ${files(subject)} from the shoebox${onLoan(subject, 'of')} to the trash`,
  },
  'shoebox.unfiled': {
    title: 'Filing undone',
    says: (subject) => `${subject.who} undid the filing of ${files(subject)}${onLoan(subject)}`,
  },
} satisfies Kinds;
