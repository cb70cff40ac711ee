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
function requests(told: SentenceSubject): string {
  const { length } = words(told.detail['elementIds']);
  return length > 1 ? pluralize(length, 'item') : quote(told.request, 'an item');
}

const countRequests = ({ detail: { requests: list } }: SentenceSubject): number =>
  Array.isArray(list) ? list.length : 0;

export const loansKinds = {
  'element.approved': {
    title: 'Answers approved',
    says: (told) => `${told.who} approved ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.assigned': {
    title: 'Requests assigned',
    says: (told) => `${told.who} assigned ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.edited': {
    title: 'Requests changed',
    says: (told) => `${told.who} changed ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.promised': {
    title: 'Answers promised',
    says: (told) => `${told.who} gave a date for ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.reminded': {
    title: 'Assignees reminded',
    says: (told) => `${told.who} sent a reminder of ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.released': {
    title: 'Requests released',
    says: (told) => `${told.who} released ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.moved': {
    title: 'Requests moved',
    says: (told) => `${told.who} moved ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.rejected': {
    title: 'Answers rejected',
    says: (told) => `${told.who} rejected ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.unapproved': {
    title: 'Approvals undone',
    says: (told) => `${told.who} undid the approval of ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.unrejected': {
    title: 'Rejections undone',
    says: (told) => `${told.who} undid the rejection of ${requests(told)}${onLoan(told, 'on')}`,
  },
  'answer.copied': {
    title: 'Answer copied',
    says: (told) => `${told.who} copied a file to ${requests(told)}${onLoan(told, 'on')}`,
  },
  'answer.markedUp': {
    title: 'File marked up',
    says: (told) => `${told.who} marked up ${fileName(told)}${onLoan(told)}`,
  },
  'answer.expired': {
    title: 'Answer expired',
    says: (told) => `The answer to ${requests(told)} expired${onLoan(told)}`,
  },
  'answer.purged': {
    title: 'Past answers deleted',
    says: (told) => `${told.who} deleted past answers to ${requests(told)}${onLoan(told, 'on')}`,
  },
  'answer.receiptEmailed': {
    title: 'Receipt emailed',
    says: (told) => `${told.who} requested a receipt of ${fileName(told)} by email${onLoan(told)}`,
  },
  'answer.removed': {
    title: 'Answer removed',
    says: (told) => `${told.who} removed the answer to ${requests(told)}${onLoan(told, 'on')}`,
  },
  'answer.reset': {
    title: 'Answer reset',
    says: (told) => `${told.who} reset the answer to ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.copied': {
    title: 'Requests copied',
    says: (told) => `${told.who} copied ${requests(told)}${onLoan(told, 'to')}`,
  },
  'element.duplicated': {
    title: 'Requests duplicated',
    says: (told) => `${told.who} duplicated ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.removed': {
    title: 'Requests deleted',
    says: (told) => `${told.who} deleted ${requests(told)}${onLoan(told, 'from')}`,
  },
  'element.requested': {
    title: 'Documents requested',
    says: (told) => `${told.who} requested ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.restored': {
    title: 'Requests restored',
    says: (told) => `${told.who} restored ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.shared': {
    title: 'Requests shared',
    says: (told) => `${told.who} shared ${requests(told)}${onLoan(told, 'on')}`,
  },
  'element.trashed': {
    title: 'Requests moved to the trash',
    says: (told) => `${told.who} moved ${requests(told)} to the trash${onLoan(told, 'on')}`,
  },
  'element.unshared': {
    title: 'Sharing of requests stopped',
    says: (told) => `${told.who} stopped sharing ${requests(told)}${onLoan(told, 'on')}`,
  },
  'details.added': {
    title: 'Details added',
    says: (told) =>
      `${told.who} added ${pluralize(words(told.detail['fieldIds']).length, 'detail')}${onLoan(told, 'to')}`,
  },
  'details.synced': {
    title: 'Details synced to the template',
    says: (told) =>
      `${told.who} synced fields from the template: ${pluralize(told.detail['added'], 'field')} added, ${pluralize(told.detail['changed'], 'field')} changed${onLoan(told)}`,
  },
  'loan.created': {
    title: 'Loans created',
    says: (told) => `${told.who} created a loan${onLoan(told, 'named')}`,
  },
  'requests.askedByRule': {
    title: 'Documents requested by a rule',
    says: (told) =>
      `${told.who} requested ${pluralize(countRequests(told), 'document')} by a rule of the template${onLoan(told, 'on')}`,
  },
  'requests.takenBack': {
    title: 'Requests removed by a rule',
    says: (told) =>
      `${told.who} removed ${pluralize(countRequests(told), 'request')} after an answer was changed${onLoan(told, 'from')}`,
  },
  'requests.dismissed': {
    title: 'Suggestions dismissed',
    says: (told) =>
      `${told.who} dismissed ${pluralize(countRequests(told), 'suggested request')}${onLoan(told, 'on')}`,
  },
  'template.applied': {
    title: 'Templates applied',
    says: (told) =>
      `${told.who} applied a template: ${pluralize(told.detail['added'], 'item')} added, ${pluralize(told.detail['changed'], 'item')} changed, ${pluralize(told.detail['removed'], 'item')} removed${onLoan(told, 'on')}`,
  },
  'details.changed': {
    title: 'Details changed',
    says: (told) =>
      `${told.who} changed ${pluralize(words(told.detail['fieldIds']).length, 'detail')}${onLoan(told)}`,
  },
  'document.damaged': {
    title: 'Document damaged',
    says: (told) =>
      `${told.who} found that the stored bytes of ${fileName(told)}${onLoan(told)} have changed, and blocked it`,
  },
  'document.derived': {
    title: 'Document assembled',
    says: (told) => `${told.who} assembled ${fileName(told)} from other documents${onLoan(told)}`,
  },
  'document.passwordEntered': {
    title: 'Document password entered',
    says: (told) => `${told.who} entered the password of ${fileName(told)}${onLoan(told)}`,
  },
  'document.processed': {
    title: 'Document prepared',
    says: (told) => `${told.who} ${preparedText(told)} ${fileName(told)}${onLoan(told)}`,
  },
  'document.read': {
    // Covers viewing, printing and saving: the bytes are the same, and what a browser does with them is not known.
    title: 'File opened',
    says: (told) => `${told.who} opened ${fileName(told)}${onLoan(told, 'from')}`,
  },
  'document.scanned': {
    title: 'Document checked',
    says: (told) => `${told.who} checked ${fileName(told)}${onLoan(told)} and ${verdict(told)}`,
  },
  'document.uploaded': {
    title: 'Document uploaded',
    says: (told) => `${told.who} uploaded ${fileName(told)}${onLoan(told, 'to')}`,
  },
  'download.asked': {
    title: 'Download requested',
    says: (told) =>
      `${told.who} requested a download of ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'download.failed': {
    title: 'Download not prepared',
    says: (told) => `${told.who} could not prepare a download${onLoan(told, 'from')}`,
  },
  'download.made': {
    title: 'Download prepared',
    says: (told) =>
      `${told.who} prepared a download of ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'download.read': {
    title: 'Selection downloaded',
    says: (told) =>
      `${told.who} downloaded ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'download.removed': {
    title: 'Download removed',
    says: (told) =>
      `${told.who} removed ${pluralize(told.detail['jobs'], 'download')}${onLoan(told, 'from')}`,
  },
  'package.asked': {
    title: 'Package export requested',
    says: (told) =>
      `${told.who} requested an export of the package, ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'package.canceled': {
    title: 'Package export canceled',
    says: (told) => `${told.who} canceled an export of the package${onLoan(told, 'from')}`,
  },
  'package.failed': {
    title: 'Package export failed',
    says: (told) => `${told.who} could not prepare an export of the package${onLoan(told, 'from')}`,
  },
  'package.made': {
    title: 'Package export prepared',
    says: (told) =>
      `${told.who} prepared an export of the package, ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'package.read': {
    title: 'Package downloaded',
    says: (told) =>
      `${told.who} downloaded the package, ${pluralize(told.detail['files'], 'document')}${onLoan(told, 'from')}`,
  },
  'element.answered': {
    title: 'Request answered',
    says: (told) =>
      `${told.who} answered ${quote(told.request, 'a request')}${told.document ? ` with “${told.document}”` : ''}${onLoan(told)}`,
  },
  'element.opened': {
    title: 'Document opened',
    says: (told) => `${told.who} opened ${quote(told.request, 'a document')}${onLoan(told)}`,
  },
  'entity.added': {
    title: 'Entity added',
    says: (told) => {
      const { length } = words(told.detail['entityIds']);
      return `${told.who} added ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(told)}${onLoan(told, 'to')}`;
    },
  },
  'entity.changed': {
    title: 'Entity’s information changed',
    says: (told) => {
      const { length } = words(told.detail['entityIds']);
      return `${told.who} changed the information of ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(told)}${onLoan(told)}`;
    },
  },
  'entity.customized': {
    title: 'Entity’s custom fields changed',
    says: (told) => {
      const { length } = words(told.detail['entityIds']);
      return `${told.who} changed the custom fields of ${length > 1 ? pluralize(length, 'entity', 'entities') : entity(told)}${onLoan(told)}`;
    },
  },
  'entity.labelled': {
    title: 'Entity’s role changed',
    says: (told) => {
      const labels = words(told.detail['after']).map(
        (label) => ENTITY_LABELS[label as EntityLabel] ?? label,
      );
      return labels.length > 0
        ? `${told.who} made ${entity(told)} the ${labels.join(' and ')}${onLoan(told)}`
        : `${told.who} removed the roles of ${entity(told)}${onLoan(told)}`;
    },
  },
  'entity.ownersSet': {
    title: 'Owners set',
    says: (told) => `${told.who} set the owners of ${entity(told)}${onLoan(told)}`,
  },
  'entity.removed': {
    title: 'Entity removed',
    says: (told) => `${told.who} removed ${entity(told)}${onLoan(told, 'from')}`,
  },
  'entity.renamed': {
    title: 'Entity renamed',
    says: (told) => `${told.who} renamed an entity to ${entity(told)}${onLoan(told)}`,
  },
  'entity.restored': {
    title: 'Entity’s information restored',
    says: (told) =>
      `${told.who} restored version ${Number(told.detail['version'])} of the information of ${entity(told)}${onLoan(told)}`,
  },
  'driversLicense.confirmed': {
    title: 'Driver’s license confirmed',
    says: (told) => `${told.who} confirmed the driver’s license of ${entity(told)}${onLoan(told)}`,
  },
  'driversLicense.pictureAdded': {
    title: 'Driver’s license picture added',
    says: (told) =>
      `${told.who} added the ${licenseSide(told)} of the driver’s license of ${entity(told)}${onLoan(told)}`,
  },
  'driversLicense.pictureRemoved': {
    title: 'Driver’s license picture removed',
    says: (told) =>
      `${told.who} removed the ${licenseSide(told)} of the driver’s license of ${entity(told)}${onLoan(told)}`,
  },
  'identifier.revealed': {
    title: 'Identifier revealed',
    says: (told) => `${told.who} revealed an identifier of ${entity(told)}${onLoan(told)}`,
  },
  'loan.edited': {
    title: 'Loan edited',
    says: ({ who, loan }) => `${who} edited ${loan ?? 'a loan'}`,
  },
  'loan.factAnswered': {
    title: 'Questions answered',
    says: (told) => {
      const { answer } = told.detail;
      const what = FACT_NAMES[String(told.detail['fact']) as AskedFact] ?? 'a question';
      if (answer === null) return `${told.who} removed the answer about ${what}${onLoan(told)}`;
      return `${told.who} answered ${answer === true ? 'yes' : 'no'} about ${what}${onLoan(told)}`;
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
