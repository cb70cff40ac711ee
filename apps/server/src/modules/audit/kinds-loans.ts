/** Audit entries about loans, requests and documents. */
import { LOAN_STATUS_CODES, LOAN_STATUSES, type LoanStatus } from '@cairn/contract';
import { ENTITY_LABELS, type EntityLabel } from '@cairn/contract/entity-fields';
import { FACT_NAMES, type AskedFact } from '@cairn/contract/fact-questions';
import {
  pluralize,
  fileName,
  onLoan,
  quote,
  words,
  type Kinds,
  type SentenceSubject,
} from './sentence-parts.ts';

const entity = ({ entity: name }: SentenceSubject): string => name ?? 'an entity';

const licenseSide = ({ detail }: SentenceSubject): string =>
  detail['side'] === 'back' ? 'back' : 'front';

const statusName = (value: unknown): string =>
  LOAN_STATUS_CODES.includes(value as LoanStatus)
    ? LOAN_STATUSES[value as LoanStatus]
    : 'another status';

const VERDICTS: Record<string, string> = {
  CLEAN: 'found it clean',
  INFECTED: 'found a virus in it, and blocked it',
  ERROR: 'could not check it yet',
};

/** The result of the document pipeline, by state. */
const PREPARED: Record<string, string> = {
  READY: 'prepared the pages of',
  READING: 'started to read the text of',
  PASSWORD: 'found a password on',
  DAMAGED: 'could not open',
  EMPTY: 'found nothing on the pages of',
  UNSUPPORTED: 'found no pages in',
  TOO_LARGE: 'found too many pages in',
};
const preparedText = ({ detail: { state } }: SentenceSubject): string =>
  PREPARED[String(state)] ?? 'could not prepare';

const verdict = ({ detail: { state, reason } }: SentenceSubject): string =>
  BLOCKED[String(reason)] ?? VERDICTS[String(state)] ?? 'saved the result';

const BLOCKED: Record<string, string> = {
  TYPE_NOT_ALLOWED: 'blocked it: files of this type are not accepted',
  TYPE_MISMATCH: 'blocked it: its content does not match its extension',
  ENCRYPTED: 'blocked it: it is password-protected',
  WRONG_PASSWORD: 'could not open it with the password that was entered',
  TOO_COMPLEX: 'blocked it: it is too large or too complex to check',
};

/** A single request by its title, several by their number. */
function requests(subject: SentenceSubject): string {
  const { length } = words(subject.detail['elementIds']);
  return length > 1 ? pluralize(length, 'item') : quote(subject.request, 'an item');
}

const countRequests = ({ detail: { requests: list } }: SentenceSubject): number =>
  Array.isArray(list) ? list.length : 0;

export const loansKinds = {
  'element.approved': {
    title: 'Answers approved',
    says: (subject) => `${subject.who} approved ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.assigned': {
    title: 'Requests assigned',
    says: (subject) => `${subject.who} assigned ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.edited': {
    title: 'Requests changed',
    says: (subject) => `${subject.who} changed ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.promised': {
    title: 'Answers promised',
    says: (subject) =>
      `${subject.who} gave a date for ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.reminded': {
    title: 'Assignees reminded',
    says: (subject) =>
      `${subject.who} sent a reminder of ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.released': {
    title: 'Requests released',
    says: (subject) => `${subject.who} released ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.moved': {
    title: 'Requests moved',
    says: (subject) => `${subject.who} moved ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.rejected': {
    title: 'Answers rejected',
    says: (subject) => `${subject.who} rejected ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.unapproved': {
    title: 'Approvals undone',
    says: (subject) =>
      `${subject.who} undid the approval of ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.unrejected': {
    title: 'Rejections undone',
    says: (subject) =>
      `${subject.who} undid the rejection of ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'answer.copied': {
    title: 'Answer copied',
    says: (subject) =>
      `${subject.who} copied a file to ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'answer.markedUp': {
    title: 'File marked up',
    says: (subject) => `${subject.who} marked up ${fileName(subject)}${onLoan(subject)}`,
  },
  'answer.expired': {
    title: 'Answer expired',
    says: (subject) => `The answer to ${requests(subject)} expired${onLoan(subject)}`,
  },
  'answer.purged': {
    title: 'Past answers deleted',
    says: (subject) =>
      `${subject.who} deleted past answers to ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'answer.receiptEmailed': {
    title: 'Receipt emailed',
    says: (subject) =>
      `${subject.who} requested a receipt of ${fileName(subject)} by email${onLoan(subject)}`,
  },
  'answer.removed': {
    title: 'Answer removed',
    says: (subject) =>
      `${subject.who} removed the answer to ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'answer.reset': {
    title: 'Answer reset',
    says: (subject) =>
      `${subject.who} reset the answer to ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.copied': {
    title: 'Requests copied',
    says: (subject) => `${subject.who} copied ${requests(subject)}${onLoan(subject, 'to')}`,
  },
  'element.duplicated': {
    title: 'Requests duplicated',
    says: (subject) => `${subject.who} duplicated ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.removed': {
    title: 'Requests deleted',
    says: (subject) => `${subject.who} deleted ${requests(subject)}${onLoan(subject, 'from')}`,
  },
  'element.requested': {
    title: 'Documents requested',
    says: (subject) => `${subject.who} requested ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.restored': {
    title: 'Requests restored',
    says: (subject) => `${subject.who} restored ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.shared': {
    title: 'Requests shared',
    says: (subject) => `${subject.who} shared ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'element.trashed': {
    title: 'Requests moved to the trash',
    says: (subject) =>
      `${subject.who} moved ${requests(subject)} to the trash${onLoan(subject, 'on')}`,
  },
  'element.unshared': {
    title: 'Sharing of requests stopped',
    says: (subject) =>
      `${subject.who} stopped sharing ${requests(subject)}${onLoan(subject, 'on')}`,
  },
  'details.added': {
    title: 'Details added',
    says: (subject) =>
      `${subject.who} added ${pluralize(words(subject.detail['fieldIds']).length, 'detail')}${onLoan(subject, 'to')}`,
  },
  'details.synced': {
    title: 'Details synced to the template',
    says: (subject) =>
      `${subject.who} synced fields from the template: ${pluralize(subject.detail['added'], 'field')} added, ${pluralize(subject.detail['changed'], 'field')} changed${onLoan(subject)}`,
  },
  'loan.created': {
    title: 'Loans created',
    says: (subject) => `${subject.who} created a loan${onLoan(subject, 'named')}`,
  },
  'requests.askedByRule': {
    title: 'Documents requested by a rule',
    says: (subject) =>
      `${subject.who} requested ${pluralize(countRequests(subject), 'document')} by a rule of the template${onLoan(subject, 'on')}`,
  },
  'requests.takenBack': {
    title: 'Requests removed by a rule',
    says: (subject) =>
      `${subject.who} removed ${pluralize(countRequests(subject), 'request')} after an answer was changed${onLoan(subject, 'from')}`,
  },
  'requests.dismissed': {
    title: 'Suggestions dismissed',
    says: (subject) =>
      `${subject.who} dismissed ${pluralize(countRequests(subject), 'suggested request')}${onLoan(subject, 'on')}`,
  },
  'template.applied': {
    title: 'Templates applied',
    says: (subject) =>
      `${subject.who} applied a template: ${pluralize(subject.detail['added'], 'item')} added, ${pluralize(subject.detail['changed'], 'item')} changed, ${pluralize(subject.detail['removed'], 'item')} removed${onLoan(subject, 'on')}`,
  },
  'details.changed': {
    title: 'Details changed',
    says: (subject) =>
      `${subject.who} changed ${pluralize(words(subject.detail['fieldIds']).length, 'detail')}${onLoan(subject)}`,
  },
  'document.damaged': {
    title: 'Document damaged',
    says: (subject) =>
      `${subject.who} found that the stored bytes of ${fileName(subject)}${onLoan(subject)} have changed, and blocked it`,
  },
  'document.derived': {
    title: 'Document assembled',
    says: (subject) =>
      `${subject.who} assembled ${fileName(subject)} from other documents${onLoan(subject)}`,
  },
  'document.passwordEntered': {
    title: 'Document password entered',
    says: (subject) =>
      `${subject.who} entered the password of ${fileName(subject)}${onLoan(subject)}`,
  },
  'document.processed': {
    title: 'Document prepared',
    says: (subject) =>
      `${subject.who} ${preparedText(subject)} ${fileName(subject)}${onLoan(subject)}`,
  },
  'document.read': {
    // Covers viewing, printing and saving: the bytes are the same, and what a browser does with them is not known.
    title: 'File opened',
    says: (subject) => `${subject.who} opened ${fileName(subject)}${onLoan(subject, 'from')}`,
  },
  'document.scanned': {
    title: 'Document checked',
    says: (subject) =>
      `${subject.who} checked ${fileName(subject)}${onLoan(subject)} and ${verdict(subject)}`,
  },
  'document.uploaded': {
    title: 'Document uploaded',
    says: (subject) => `${subject.who} uploaded ${fileName(subject)}${onLoan(subject, 'to')}`,
  },
  'download.asked': {
    title: 'Download requested',
    says: (subject) =>
      `${subject.who} requested a download of ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'download.failed': {
    title: 'Download not prepared',
    says: (subject) => `${subject.who} could not prepare a download${onLoan(subject, 'from')}`,
  },
  'download.made': {
    title: 'Download prepared',
    says: (subject) =>
      `${subject.who} prepared a download of ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'download.read': {
    title: 'Selection downloaded',
    says: (subject) =>
      `${subject.who} downloaded ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'download.removed': {
    title: 'Download removed',
    says: (subject) =>
      `${subject.who} removed ${pluralize(subject.detail['jobs'], 'download')}${onLoan(subject, 'from')}`,
  },
  'package.asked': {
    title: 'Package export requested',
    says: (subject) =>
      `${subject.who} requested an export of the package, ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'package.canceled': {
    title: 'Package export canceled',
    says: (subject) => `${subject.who} canceled an export of the package${onLoan(subject, 'from')}`,
  },
  'package.failed': {
    title: 'Package export failed',
    says: (subject) =>
      `${subject.who} could not prepare an export of the package${onLoan(subject, 'from')}`,
  },
  'package.made': {
    title: 'Package export prepared',
    says: (subject) =>
      `${subject.who} prepared an export of the package, ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'package.read': {
    title: 'Package downloaded',
    says: (subject) =>
      `${subject.who} downloaded the package, ${pluralize(subject.detail['files'], 'document')}${onLoan(subject, 'from')}`,
  },
  'element.answered': {
    title: 'Request answered',
    says: (subject) =>
      `${subject.who} answered ${quote(subject.request, 'a request')}${subject.document ? ` with “${subject.document}”` : ''}${onLoan(subject)}`,
  },
  'element.opened': {
    title: 'Document opened',
    says: (subject) =>
      `${subject.who} opened ${quote(subject.request, 'a document')}${onLoan(subject)}`,
  },
  'entity.added': {
    title: 'Entity added',
    says: (subject) => {
      const { length } = words(subject.detail['entityIds']);
      return `${subject.who} added ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(subject)}${onLoan(subject, 'to')}`;
    },
  },
  'entity.changed': {
    title: 'Entity’s information changed',
    says: (subject) => {
      const { length } = words(subject.detail['entityIds']);
      return `${subject.who} changed the information of ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(subject)}${onLoan(subject)}`;
    },
  },
  'entity.customized': {
    title: 'Entity’s custom fields changed',
    says: (subject) => {
      const { length } = words(subject.detail['entityIds']);
      return `${subject.who} changed the custom fields of ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(subject)}${onLoan(subject)}`;
    },
  },
  'entity.labelled': {
    title: 'Entity’s role changed',
    says: (subject) => {
      const labels = words(subject.detail['after']).map(
        (label) => ENTITY_LABELS[label as EntityLabel] ?? label,
      );
      return labels.length > 0
        ? `${subject.who} made ${entity(subject)} the ${labels.join(' and ')}${onLoan(subject)}`
        : `${subject.who} removed the roles of ${entity(subject)}${onLoan(subject)}`;
    },
  },
  'entity.ownersSet': {
    title: 'Owners set',
    says: (subject) => `${subject.who} set the owners of ${entity(subject)}${onLoan(subject)}`,
  },
  'entity.removed': {
    title: 'Entity removed',
    says: (subject) => `${subject.who} removed ${entity(subject)}${onLoan(subject, 'from')}`,
  },
  'entity.renamed': {
    title: 'Entity renamed',
    says: (subject) => `${subject.who} renamed an entity to ${entity(subject)}${onLoan(subject)}`,
  },
  'entity.restored': {
    title: 'Entity’s information restored',
    says: (subject) =>
      `${subject.who} restored version ${Number(subject.detail['version'])} of the information of ${entity(subject)}${onLoan(subject)}`,
  },
  'driversLicense.confirmed': {
    title: 'Driver’s license confirmed',
    says: (subject) =>
      `${subject.who} confirmed the driver’s license of ${entity(subject)}${onLoan(subject)}`,
  },
  'driversLicense.pictureAdded': {
    title: 'Driver’s license picture added',
    says: (subject) =>
      `${subject.who} added the ${licenseSide(subject)} of the driver’s license of ${entity(subject)}${onLoan(subject)}`,
  },
  'driversLicense.pictureRemoved': {
    title: 'Driver’s license picture removed',
    says: (subject) =>
      `${subject.who} removed the ${licenseSide(subject)} of the driver’s license of ${entity(subject)}${onLoan(subject)}`,
  },
  'identifier.revealed': {
    title: 'Identifier revealed',
    says: (subject) =>
      `${subject.who} revealed an identifier of ${entity(subject)}${onLoan(subject)}`,
  },
  'loan.edited': {
    title: 'Loan edited',
    says: ({ who, loan }) => `${who} edited ${loan ?? 'a loan'}`,
  },
  'loan.factAnswered': {
    title: 'Questions answered',
    says: (subject) => {
      const { answer } = subject.detail;
      const what = FACT_NAMES[String(subject.detail['fact']) as AskedFact] ?? 'a question';
      if (answer === null)
        return `${subject.who} removed the answer about ${what}${onLoan(subject)}`;
      return `${subject.who} answered ${answer === true ? 'yes' : 'no'} about ${what}${onLoan(subject)}`;
    },
  },
  'loan.opened': {
    title: 'Loan opened',
    says: ({ who, loan }) => `${who} opened ${loan ?? 'a loan'}`,
  },
  'loan.phaseChanged': {
    title: 'Loan moved to a phase',
    says: ({ who, loan, detail }) =>
      `${who} moved ${loan ?? 'a loan'} to ${typeof detail['phase'] === 'string' ? detail['phase'] : 'another phase'}`,
  },
  'loan.pinned': {
    title: 'Loan pinned',
    says: ({ who, loan }) => `${who} pinned ${loan ?? 'a loan'}`,
  },
  'loan.statusChanged': {
    title: 'Loan status changed',
    says: ({ who, loan, detail }) =>
      `${who} set the status of ${loan ?? 'a loan'} to ${statusName(detail['to'])}`,
  },
  'loan.unpinned': {
    title: 'Loan unpinned',
    says: ({ who, loan }) => `${who} unpinned ${loan ?? 'a loan'}`,
  },
  'loanList.exported': {
    title: 'List of loans exported',
    says: ({ who }) => `${who} exported a list of loans`,
  },
  'charts.exported': {
    title: 'Charts exported',
    says: ({ who }) => `${who} exported the charts`,
  },
} satisfies Kinds;
