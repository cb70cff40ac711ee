import type { Found, LoanRole } from '@cairn/contract';
import type { EntityKind } from '@cairn/contract/entity-fields';
import { fullName } from '../../platform/full-name.ts';
import { excerptOf } from './excerpt.ts';

export interface LoanFound {
  id: string;
  title: string;
  short_code: string;
  color: string;
  close_date: string | null;
  phase_name: string;
}

interface OnLoan {
  id: string;
  loan_id: string;
  loan_name: string;
}

interface Named {
  given_name: string | null;
  family_name: string | null;
  email_address: string;
}

export type PersonFound = OnLoan & Named & { role: LoanRole };

export interface EntityFound extends OnLoan {
  title: string;
  kind: EntityKind;
}

export interface ElementFound extends OnLoan {
  title: string;
  folder_id: string | null;
  file_name: string | null;
}

export interface MessageFound extends OnLoan, Named {
  thread_id: string;
  created_at: string;
  subject: string | null;
  excerpt: string;
}

export interface TextFound {
  id: string;
  loan_id: string | null;
  loan_name: string;
  title: string | null;
  file_name: string;
  element_id: string | null;
  folder_id: string | null;
  page_count: number | null;
  pages: number[];
  pages_found: number;
  excerpt: string;
}

type FoundOf<Kind extends Found['kind']> = Extract<Found, { kind: Kind }>;

const nameOf = ({ given_name, family_name, email_address }: Named): string =>
  fullName(given_name, family_name) || email_address;

export const presentLoanFound = (row: LoanFound): FoundOf<'LOAN'> => ({
  kind: 'LOAN',
  id: row.id,
  loanId: row.id,
  title: row.title,
  shortCode: row.short_code,
  color: row.color,
  phaseName: row.phase_name,
  closeDate: row.close_date,
});

export const presentElementFound = (row: ElementFound): FoundOf<'DOCUMENT'> => ({
  kind: 'DOCUMENT',
  id: row.id,
  loanId: row.loan_id,
  title: row.title,
  loanName: row.loan_name,
  folderId: row.folder_id,
  fileName: row.file_name,
});

export const presentPersonFound = (row: PersonFound): Found => ({
  kind: 'PERSON',
  id: row.id,
  loanId: row.loan_id,
  title: nameOf(row),
  loanName: row.loan_name,
  emailAddress: row.email_address,
  role: row.role,
});

export const presentEntityFound = (row: EntityFound): Found => ({
  kind: 'ENTITY',
  id: row.id,
  loanId: row.loan_id,
  title: row.title,
  loanName: row.loan_name,
  entityKind: row.kind,
});

export const presentMessageFound = (row: MessageFound): Found => ({
  kind: 'MESSAGE',
  id: row.id,
  loanId: row.loan_id,
  title: row.subject ?? row.loan_name,
  loanName: row.loan_name,
  threadId: row.thread_id,
  authorName: nameOf(row),
  sentDate: row.created_at,
  excerpt: excerptOf(row.excerpt),
});

export const presentTextFound = (row: TextFound): Found => ({
  kind: 'TEXT',
  id: row.id,
  loanId: row.loan_id!,
  title: row.title ?? row.file_name,
  loanName: row.loan_name,
  fileName: row.file_name,
  elementId: row.element_id,
  folderId: row.folder_id,
  pageCount: row.page_count,
  pages: row.pages,
  pagesFound: row.pages_found,
  excerpt: excerptOf(row.excerpt),
});
