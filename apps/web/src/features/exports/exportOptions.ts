import {
  EXPORT_OPTIONS,
  type ExportOption,
  type ExportOptions,
} from '@cairn/contract/export-terms';

export const NO_OPTIONS: ExportOptions = { approvedOnly: false, cover: false, stamps: false };

/** Turns on the options whose names occur in the text. */
export const optionsIn = (names: string): ExportOptions => ({
  approvedOnly: names.includes('approvedOnly'),
  cover: names.includes('cover'),
  stamps: names.includes('stamps'),
});

export type OptionFlags = Partial<Record<ExportOption, 'true'>>;

/** The options as query parameters; options that are off are left out. */
export const flagsOf = (options: ExportOptions): OptionFlags =>
  Object.fromEntries(EXPORT_OPTIONS.filter((name) => options[name]).map((name) => [name, 'true']));
