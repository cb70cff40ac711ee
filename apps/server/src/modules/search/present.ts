import type { Found } from '@cairn/contract';

export interface LoanFound {
  id: string;
  title: string;
  short_code: string;
  color: string;
  close_date: string | null;
  phase_name: string;
}

export interface ElementFound {
  id: string;
  loan_id: string;
  title: string;
  folder_id: string | null;
  loan_name: string;
  file_name: string | null;
}

export const presentLoanFound = (row: LoanFound): Found => ({
  kind: 'LOAN',
  id: row.id,
  loanId: row.id,
  title: row.title,
  shortCode: row.short_code,
  color: row.color,
  phaseName: row.phase_name,
  closeDate: row.close_date,
});

export const presentElementFound = (row: ElementFound): Found => ({
  kind: 'DOCUMENT',
  id: row.id,
  loanId: row.loan_id,
  title: row.title,
  loanName: row.loan_name,
  folderId: row.folder_id,
  fileName: row.file_name,
});
