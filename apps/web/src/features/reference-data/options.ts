import type { JavascriptConstants, Option } from '@cairn/contract';
import { PLACEHOLDER } from '@cairn/contract/constants';
import { BUSINESS_TYPES } from '@cairn/contract/field-checks';

const choose = (label: string): Option => ({ value: PLACEHOLDER, label });

/** With a single loan type there is no choice and no placeholder. */
export const loanTypeOptions = ({ loanTypes }: Pick<JavascriptConstants, 'loanTypes'>): Option[] =>
  loanTypes.length > 1 ? [choose('Choose Loan Type'), ...loanTypes] : loanTypes;

export const entityTypeOptions = ({
  entityTypes,
}: Pick<JavascriptConstants, 'entityTypes'>): Option[] => [
  choose('Choose Entity Type'),
  ...entityTypes,
];

/** Types of a business, without those that have forms of their own. */
export const businessTypeOptions = ({
  entityTypes,
}: Pick<JavascriptConstants, 'entityTypes'>): Option[] =>
  entityTypeOptions({
    entityTypes: entityTypes.filter(({ value }) => Object.hasOwn(BUSINESS_TYPES, value)),
  });

/** Urgency levels of a request. The other priorities control visibility, which forms ask for separately. */
export const urgencyOptions = ({ priorities }: Pick<JavascriptConstants, 'priorities'>): Option[] =>
  priorities.filter(({ value }) => value !== 'PRIVATE' && value !== 'HIDDEN');

export const stateOptions = ({ states }: Pick<JavascriptConstants, 'states'>): Option[] =>
  Object.entries(states).map(([value, label]) => ({ value, label }));

/** The placeholder does not count as a value. */
export const isChosen = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== '' && value !== PLACEHOLDER;
