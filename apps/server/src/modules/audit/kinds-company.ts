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
    says: (told) => `${told.who} chose ${fileName(told)} as the spreadsheet template`,
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
    says: (told) => {
      const names = quoteAll(told.detail['names']);
      const whom = told.whom ?? 'themselves';
      return names
        ? `${told.who} labeled ${whom} ${names}${onLoan(told)}`
        : `${told.who} removed all labels from ${whom}${onLoan(told)}`;
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
      const done = [
        ...(added > 0 ? [`added ${pluralize(added, 'phase')}`] : []),
        ...(changed > 0 ? [`changed ${pluralize(changed, 'phase')}`] : []),
      ];
      return `${who} ${done.join(' and ') || 'saved the phases'}`;
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
    says: (told) => `${told.who} adopted the template ${template(told)} from the library`,
  },
  'template.changed': {
    title: 'Template changed',
    says: (told) => `${told.who} changed the template ${template(told)}`,
  },
  'template.copied': {
    title: 'Template copied',
    says: (told) => `${told.who} copied a template to ${template(told)}`,
  },
  'template.created': {
    title: 'Template created',
    says: (told) => `${told.who} created the template ${template(told)}`,
  },
  'template.deleted': {
    title: 'Template deleted',
    says: (told) => `${told.who} deleted the template ${template(told)}`,
  },
  'template.elementsChanged': {
    title: 'Requests of a template changed',
    says: (told) =>
      `${told.who} changed ${pluralize(told.detail['count'], 'request')} in the template ${template(told)}`,
  },
  'template.elementsCreated': {
    title: 'Requests added to a template',
    says: (told) =>
      `${told.who} added ${pluralize(told.detail['count'], 'request')} to the template ${template(told)}`,
  },
  'template.elementsDeleted': {
    title: 'Requests removed from a template',
    says: (told) =>
      `${told.who} removed ${pluralize(told.detail['count'], 'request')} from the template ${template(told)}`,
  },
  'template.elementsRestored': {
    title: 'Requests restored in a template',
    says: (told) =>
      `${told.who} restored ${pluralize(told.detail['count'], 'request')} in the template ${template(told)}`,
  },
  'template.fileAttached': {
    title: 'File attached to a template',
    says: (told) => `${told.who} attached a file to the template ${template(told)}`,
  },
  'template.fileRemoved': {
    title: 'File removed from a template',
    says: (told) => `${told.who} removed a file from the template ${template(told)}`,
  },
  'template.published': {
    title: 'Template published',
    says: (told) =>
      `${told.who} published version ${Number(told.detail['version'])} of the template ${template(told)}`,
  },
  'template.restored': {
    title: 'Template restored',
    says: (told) => `${told.who} restored the template ${template(told)}`,
  },
  'template.trashed': {
    title: 'Template moved to the trash',
    says: (told) => `${told.who} moved the template ${template(told)} to the trash`,
  },
  'template.uploaded': {
    title: 'Template uploaded',
    says: (told) => `${told.who} uploaded the template ${template(told)}`,
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
