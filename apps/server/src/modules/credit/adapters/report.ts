import type { CreditReport } from '@cairn/contract';

/** What a bureau is told, each value as the entity has it. */
export type Subject = Readonly<Record<string, string | undefined>>;
export type ReportContent = Omit<
  CreditReport,
  'id' | 'service' | 'name' | 'createdDate' | 'creditTier'
>;
