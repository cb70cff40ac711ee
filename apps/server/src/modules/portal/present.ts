import {
  ANY_LOAN_TEXT,
  LOAN_TYPE_TEXTS,
  type LoanType,
  type Portal,
  type PortalSettings,
} from '@cairn/contract';
import { logoAddress } from '../companies/index.ts';
import type { OfferedLoan } from '../loan-applications/index.ts';
import type { PortalRow } from './store.ts';

const presentPublished = (row: PortalRow) => ({
  brandColor: row.brand_color,
  welcome: row.welcome,
  contactName: row.contact_name,
  contactTitle: row.contact_title,
  contactPhone: row.contact_phone,
  contactEmail: row.contact_email,
  applyMinutes: row.apply_minutes,
  responseDays: row.response_days,
  legalLine: row.legal_line,
});

const textFor = ({ loan_texts }: PortalRow, loanType: LoanType | null): string =>
  loanType === null ? ANY_LOAN_TEXT : (loan_texts?.[loanType] ?? LOAN_TYPE_TEXTS[loanType]);

export const presentPortal = (row: PortalRow, loans: readonly OfferedLoan[]): Portal => ({
  lenderId: row.id,
  name: row.name,
  logo: logoAddress(row.id, row.logo_version),
  ...presentPublished(row),
  offers: loans.map(({ id, name, loanType }) => ({
    templateId: id,
    name,
    loanType,
    text: textFor(row, loanType),
  })),
});

export const presentSettings = (
  row: PortalRow,
  loans: readonly OfferedLoan[],
  edit: boolean,
): PortalSettings => ({
  ...presentPublished(row),
  loanTexts: row.loan_texts ?? {},
  offeredTypes: [...new Set(loans.flatMap(({ loanType }) => loanType ?? []))],
  version: row.version ?? 0,
  abilities: { edit },
});
