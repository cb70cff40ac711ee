import {
  EXPORT_OPTIONS,
  type ExportOption,
  type ExportOptions,
} from '@cairn/contract/export-terms';

export const NO_OPTIONS: ExportOptions = { approvedOnly: false, cover: false, stamps: false };

export type OptionFlags = Partial<Record<ExportOption, 'true'>>;

/** As an address has them: only those that are chosen. */
export const flagsOf = (options: ExportOptions): OptionFlags =>
  Object.fromEntries(EXPORT_OPTIONS.filter((name) => options[name]).map((name) => [name, 'true']));
