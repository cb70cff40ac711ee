import type { CreditReport } from '@cairn/contract';

/** The information that a bureau receives, with each value as the entity has it. */
export type Subject = Readonly<Record<string, string | undefined>>;
export type ReportContent = Omit<
  CreditReport,
  'id' | 'service' | 'name' | 'createdDate' | 'creditTier'
>;
