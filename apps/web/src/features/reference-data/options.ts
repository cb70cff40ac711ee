import type { JavascriptConstants, Option } from '@cairn/contract';
import { LOAN_TYPES, PLACEHOLDER } from '@cairn/contract/constants';
import { BUSINESS_TYPES } from '@cairn/contract/field-checks';

const choose = (label: string): Option => ({ value: PLACEHOLDER, label });

/** With a single type there is nothing to choose. */
export const loanTypeOptions = ({ loanTypes }: Pick<JavascriptConstants, 'loanTypes'>): Option[] =>
  loanTypes.length > 1 ? [choose('Choose Loan Type'), ...loanTypes] : loanTypes;

export const entityTypeOptions = ({
  entityTypes,
}: Pick<JavascriptConstants, 'entityTypes'>): Option[] => [
  choose('Choose Entity Type'),
  ...entityTypes,
];

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** As the forms offer them. */
export const LOAN_TYPE_CHOICES = loanTypeOptions({
  loanTypes: optionsOf(LOAN_TYPES).toSorted((one, other) => one.label.localeCompare(other.label)),
});
export const BUSINESS_TYPE_CHOICES = entityTypeOptions({ entityTypes: optionsOf(BUSINESS_TYPES) });

/** The placeholder is no answer. */
export const isChosen = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '' && value !== PLACEHOLDER;
