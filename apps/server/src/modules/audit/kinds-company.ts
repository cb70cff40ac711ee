/** Audit entries about companies, their templates and the product itself. */
import { EMAIL_KIND_TITLES, type EmailKind } from '@cairn/contract/email-terms';
import {
  pluralize,
  fileName,
  quoteAll,
  onLoan,
  quote,
  words,
  type Kinds,
  type SentenceSubject,
} from './sentence-parts.ts';

const nameIn = ({ name }: SentenceSubject['detail']): string =>
  quote(typeof name === 'string' ? name : null, 'without a name');
const template = ({ template: name, detail }: SentenceSubject): string =>
  quote(name ?? (typeof detail['name'] === 'string' ? detail['name'] : null), 'that is gone');

const COMPANY_FIELDS = [
  ['name', 'name'],
  ['subdomain', 'subdomain'],
  ['logo', 'logo'],
  ['settings', 'settings'],
] as const;

const minutes = (value: unknown): string =>
  typeof value === 'string' ? `${value.slice(0, 16).replace('T', ' ')} UTC` : '';

const emailTitle = (detail: Record<string, unknown>): string =>
  `“${EMAIL_KIND_TITLES[detail['kind'] as EmailKind] ?? 'Notification'}”`;

export const companyKinds = {
  'audit.exported': {
    title: 'Audit log exported',
    says: ({ who }) => `${who} exported the audit log`,
  },
  'company.changed': {
    title: 'Company changed',
    says: ({ who, detail }) => {
      const changed = COMPANY_FIELDS.flatMap(([field, name]) => (field in detail ? name : []));
      return `${who} changed the company’s ${changed.join(', ') || 'profile'}`;
    },
  },
  'company.created': {
    title: 'Company created',
    says: ({ who }) => `${who} created the company`,
  },
  'company.erased': {
    title: 'Company erased',
    says: ({ detail }) =>
      `The company ${nameIn(detail)} and everything it stored were erased, by a command`,
  },
  'company.exported': {
    title: 'Company exported',
    says: () => 'Everything the company stores was exported, by a command',
  },
  'company.moved': {
    title: 'Company moved',
    says: () => 'Everything the company stores was moved to another cell, by a command',
  },
  'company.templateChosen': {
    title: 'Spreadsheet template chosen',
    says: (subject) => `${subject.who} chose ${fileName(subject)} as the spreadsheet template`,
  },
  'portal.changed': {
    title: 'Borrower portal changed',
    says: ({ who }) => `${who} changed the borrower portal`,
  },
  'emailText.changed': {
    title: 'Email text changed',
    says: ({ who, detail }) => `${who} changed the text of the email ${emailTitle(detail)}`,
  },
  'emailText.reset': {
    title: 'Email text reset',
    says: ({ who, detail }) => `${who} reset the text of the email ${emailTitle(detail)}`,
  },
  'savedReply.changed': {
    title: 'Saved reply changed',
    says: ({ who, detail }) => `${who} changed the saved reply ${quoteAll(detail['titles'])}`,
  },
  'savedReply.created': {
    title: 'Saved reply added',
    says: ({ who, detail }) => `${who} added the saved reply ${quoteAll(detail['titles'])}`,
  },
  'savedReply.deleted': {
    title: 'Saved reply deleted',
    says: ({ who, detail }) => `${who} deleted the saved reply ${quoteAll(detail['titles'])}`,
  },
  'label.deleted': {
    title: 'Label deleted',
    says: ({ who, detail }) => `${who} deleted the label ${quoteAll(detail['names'])}`,
  },
  'label.put': {
    title: 'Labels of a person changed',
    says: (subject) => {
      const names = quoteAll(subject.detail['names']);
      const isInvited = subject.detail['invitationId'] !== undefined;
      const whom = isInvited ? 'an invited person' : (subject.whom ?? 'themselves');
      return names
        ? `${subject.who} labeled ${whom} ${names}${onLoan(subject)}`
        : `${subject.who} removed all labels from ${whom}${onLoan(subject)}`;
    },
  },
  'label.saved': {
    title: 'Label added or changed',
    says: ({ who, detail }) => `${who} saved the label ${quoteAll(detail['names'])}`,
  },
  'maintenance.cleared': {
    title: 'Maintenance window cleared',
    says: ({ who }) => `${who} cleared the maintenance window`,
  },
  'maintenance.scheduled': {
    title: 'Maintenance window set',
    says: ({ who, detail }) =>
      `${who} set the maintenance window from ${minutes(detail['start'])} to ${minutes(detail['end'])}`,
  },
  'phases.changed': {
    title: 'Phases changed',
    says: ({ who, detail }) => {
      const added = words(detail['added']).length;
      const changed = words(detail['changed']).length;
      const sentences = [
        ...(added > 0 ? [`added ${pluralize(added, 'phase')}`] : []),
        ...(changed > 0 ? [`changed ${pluralize(changed, 'phase')}`] : []),
      ];
      return `${who} ${sentences.join(' and ') || 'saved the phases'}`;
    },
  },
  'phases.removed': {
    title: 'Phases removed',
    says: ({ who, detail }) =>
      `${who} removed ${pluralize(words(detail['removed']).length, 'phase')}`,
  },
  'subrole.added': {
    title: 'Contact sub-role added',
    says: ({ who, detail }) => `${who} added the sub-role ${nameIn(detail)}`,
  },
  'subrole.renamed': {
    title: 'Contact sub-role renamed',
    says: ({ who, detail }) => `${who} renamed a sub-role to ${nameIn(detail)}`,
  },
  'template.adopted': {
    title: 'Template adopted',
    says: (subject) => `${subject.who} adopted the template ${template(subject)} from the library`,
  },
  'template.changed': {
    title: 'Template changed',
    says: (subject) => `${subject.who} changed the template ${template(subject)}`,
  },
  'template.copied': {
    title: 'Template copied',
    says: (subject) => `${subject.who} copied a template to ${template(subject)}`,
  },
  'template.created': {
    title: 'Template created',
    says: (subject) => `${subject.who} created the template ${template(subject)}`,
  },
  'template.deleted': {
    title: 'Template deleted',
    says: (subject) => `${subject.who} deleted the template ${template(subject)}`,
  },
  'template.elementsChanged': {
    title: 'Requests of a template changed',
    says: (subject) =>
      `${subject.who} changed ${pluralize(subject.detail['count'], 'request')} in the template ${template(subject)}`,
  },
  'template.elementsCreated': {
    title: 'Requests added to a template',
    says: (subject) =>
      `${subject.who} added ${pluralize(subject.detail['count'], 'request')} to the template ${template(subject)}`,
  },
  'template.elementsDeleted': {
    title: 'Requests removed from a template',
    says: (subject) =>
      `${subject.who} removed ${pluralize(subject.detail['count'], 'request')} from the template ${template(subject)}`,
  },
  'template.elementsRestored': {
    title: 'Requests restored in a template',
    says: (subject) =>
      `${subject.who} restored ${pluralize(subject.detail['count'], 'request')} in the template ${template(subject)}`,
  },
  'template.fileAttached': {
    title: 'File attached to a template',
    says: (subject) => `${subject.who} attached a file to the template ${template(subject)}`,
  },
  'template.fileRemoved': {
    title: 'File removed from a template',
    says: (subject) => `${subject.who} removed a file from the template ${template(subject)}`,
  },
  'template.published': {
    title: 'Template published',
    says: (subject) =>
      `${subject.who} published version ${Number(subject.detail['version'])} of the template ${template(subject)}`,
  },
  'template.restored': {
    title: 'Template restored',
    says: (subject) => `${subject.who} restored the template ${template(subject)}`,
  },
  'template.trashed': {
    title: 'Template moved to the trash',
    says: (subject) => `${subject.who} moved the template ${template(subject)} to the trash`,
  },
  'template.uploaded': {
    title: 'Template uploaded',
    says: (subject) => `${subject.who} uploaded the template ${template(subject)}`,
  },
  'templateFields.deleted': {
    title: 'Template fields deleted',
    says: ({ who, detail }) => `${who} deleted the template fields ${nameIn(detail)}`,
  },
  'templateFields.uploaded': {
    title: 'Template fields uploaded',
    says: ({ who, detail }) => `${who} uploaded ${pluralize(detail['fields'], 'template field')}`,
  },
} satisfies Kinds;
