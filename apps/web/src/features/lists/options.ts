import type { JavascriptConstants, Option } from '@cairn/contract';
import { PLACEHOLDER } from '@cairn/contract/constants';

const choose = (label: string): Option => ({ value: PLACEHOLDER, label });

/** With a single type there is nothing to choose. */
export const loanTypeOptions = ({ loanTypes }: JavascriptConstants): Option[] =>
  loanTypes.length > 1 ? [choose('Choose Loan Type'), ...loanTypes] : loanTypes;

export const entityTypeOptions = ({ entityTypes }: JavascriptConstants): Option[] => [
  choose('Choose Entity Type'),
  ...entityTypes,
];

/** The placeholder is no answer. */
export const isChosen = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '' && value !== PLACEHOLDER;
