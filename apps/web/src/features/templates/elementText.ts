import { parseCondition, type Condition, type Fact } from '@cairn/contract/conditions';
import type { TemplateElement } from '@cairn/contract';
import {
  DOCUMENT_FLAGS,
  ENTITY_LABELS,
  type BlockType,
  type DocumentFlag,
} from '@cairn/contract/template-terms';
import { ENTITY_TYPES, LOAN_TYPES } from '@cairn/contract/constants';
import type { Hue } from '../../ui/StatusChip.tsx';

export const REPEATS_FOR: Record<BlockType, string> = {
  LOAN: '',
  COMPANY: 'Repeats for each business',
  INDIVIDUAL: 'Repeats for each individual',
  TRUST: 'Repeats for each trust',
  ASSET: 'Repeats for each piece of collateral',
};

export const loanTypeName = (code: string | null): string =>
  code === null ? 'Any loan type' : (LOAN_TYPES[code as keyof typeof LOAN_TYPES] ?? code);
export const entityTypeName = (code: string | null): string =>
  code === null ? 'All entity types' : (ENTITY_TYPES[code as keyof typeof ENTITY_TYPES] ?? code);

const FACT_NAMES: Record<Fact, string> = {
  'loan.amount': 'loan amount',
  'loan.type': 'loan type',
  'loan.purpose': 'purpose',
  'loan.hasConstruction': 'construction',
  'loan.isChangeOfOwnership': 'change of ownership',
  'loan.isFranchise': 'franchise',
  'entity.label': 'role',
  'entity.kind': 'business type',
  'entity.ownership': 'ownership',
  'entity.isStartup': 'start-up',
  'collateral.kind': 'collateral',
};

/** Used after "Depends on". */
export const UNKNOWN_FACTS: Record<Fact, string> = {
  'loan.amount': 'the loan amount',
  'loan.type': 'the loan type',
  'loan.purpose': 'the loan purpose',
  'loan.hasConstruction': 'whether there is construction',
  'loan.isChangeOfOwnership': 'whether ownership changes',
  'loan.isFranchise': 'whether this is a franchise',
  'entity.label': 'the role on the loan',
  'entity.kind': 'the business type',
  'entity.ownership': 'the ownership share',
  'entity.isStartup': 'whether this is a start-up',
  'collateral.kind': 'the type of collateral',
};

/** Names for the opposite of a fact where "no" and the fact's name would sound unnatural. */
const OPPOSITES: Partial<Record<Fact, string>> = {
  'entity.isStartup': 'existing business',
  'loan.isFranchise': 'not a franchise',
};

/** Facts whose values need no further context, such as "applicant" or "not a sole proprietorship". */
const SELF_EXPLANATORY: readonly Fact[] = ['entity.label', 'entity.kind'];
const COMPARED = {
  '==': 'is',
  '!=': 'is not',
  '<': 'under',
  '<=': 'up to',
  '>': 'over',
  '>=': 'at least',
};

/** A value as the rest of the interface names it, such as "SBA 7(a)", "property owner" or "real estate". */
function valueName(fact: Fact, word: string): string {
  if (fact === 'loan.type') return loanTypeName(word);
  if (fact === 'entity.label' && word in ENTITY_LABELS) {
    return ENTITY_LABELS[word as keyof typeof ENTITY_LABELS].toLowerCase();
  }
  if (word === 'SOLE_PROP') return 'sole proprietorship';
  return word === 'LLC' ? word : spellOut(word);
}
const withArticle = (noun: string): string =>
  `${/^([aeiou]|LLC)/i.test(noun) ? 'an' : 'a'} ${noun}`;
const spellOut = (word: string): string =>
  word
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** The rule in plain English, such as "ownership at least 20% or guarantor". */
function conditionText(condition: Condition): string {
  if (condition.is === 'not') return `not (${conditionText(condition.of)})`;
  if (condition.is !== 'compare') {
    const part = (each: Condition) =>
      condition.is === 'and' && each.is === 'or' ? `(${conditionText(each)})` : conditionText(each);
    return condition.of.map(part).join(` ${condition.is} `);
  }
  const { fact, operator, value } = condition;
  const name = FACT_NAMES[fact];
  if (typeof value === 'boolean') {
    return (operator === '==') === value ? name : (OPPOSITES[fact] ?? `no ${name}`);
  }
  if (fact === 'loan.amount')
    return `${name} ${COMPARED[operator]} $${value.toLocaleString('en-US')}`;
  if (fact === 'entity.ownership') return `${name} ${COMPARED[operator]} ${value}%`;
  const word = valueName(fact, String(value));
  if (SELF_EXPLANATORY.includes(fact)) {
    return operator === '==' ? word : `not ${withArticle(word)}`;
  }
  return `${name} ${COMPARED[operator]} ${word}`;
}

export function conditionInWords(text: string | null): string | null {
  const parsed = text === null ? null : parseCondition(text);
  return parsed?.ok ? conditionText(parsed.condition) : text;
}

const REPEATED = {
  YEAR: (count: number) => (count === 1 ? 'Most recent year' : `${count} most recent years`),
  MONTH: (count: number) => (count === 1 ? 'Most recent month' : `${count} most recent months`),
  OWNER: (count: number) => `Each owner of ${count}% or more`,
};

/** Text shown after the title of a row. */
export function metaOf(element: TemplateElement): string {
  if (element.storageType === 'FOLDER' && element.parentId === null) {
    return REPEATS_FOR[element.blockType];
  }
  const parts: string[] = [];
  if (element.repeatPer && element.repeatCount) {
    parts.push(REPEATED[element.repeatPer](element.repeatCount));
  }
  if (element.freshDays !== null) parts.push(`Dated within ${element.freshDays} days`);
  const condition = conditionInWords(element.condition);
  if (condition !== null) parts.push(`If ${condition}`);
  return parts.join(' · ');
}

export interface Chip {
  label: string;
  hue: Hue;
}

const HUES: Partial<Record<DocumentFlag, Hue>> = {
  SIGNATURE_REQUIRED: 'violet',
  NEEDS_SIGNATURE: 'violet',
  FILLABLE_FORM: 'violet',
  SYSTEM_FORM: 'blue',
  EDITABLE_XLS: 'green',
  NEEDS_NOTARY: 'teal',
  NEEDS_WET_SIG: 'teal',
};

/** The most important flags come first, because a row has room for only a few. */
export function chipsOf(element: TemplateElement): Chip[] {
  const chips: Chip[] = [];
  if (element.checkWithCounsel) chips.push({ label: 'Check with counsel', hue: 'red' });
  if (element.required && element.storageType === 'FILE') {
    chips.push({ label: 'Required', hue: 'gray' });
  }
  if (element.hasExpiration) chips.push({ label: 'Expires', hue: 'orange' });
  const flags = new Set(element.modifiers);
  if (flags.has('FILLABLE_FORM') && flags.has('SIGNATURE_REQUIRED')) {
    chips.push({ label: 'Fill & Sign', hue: 'violet' });
    flags.delete('FILLABLE_FORM');
    flags.delete('SIGNATURE_REQUIRED');
  }
  for (const flag of flags) chips.push({ label: DOCUMENT_FLAGS[flag], hue: HUES[flag] ?? 'gray' });
  return chips;
}
