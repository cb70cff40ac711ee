/** Titles with variables, and their evaluation. Pure functions, shared by server and browser. */
import type { BlockType, NamingStrategy } from './template-terms.ts';

/** Variables that a title can contain as {{name}}. */
export const TITLE_VARIABLES = {
  year: 'Year',
  month: 'Month',
  loanName: 'Loan name',
  shortCode: 'Loan code',
  businessName: 'Business name',
  individualName: 'Individual name',
  ownerName: 'Owner name',
  trustName: 'Trust name',
  propertyAddress: 'Property address',
  assetName: 'Collateral name',
} as const;
export type TitleVariable = keyof typeof TITLE_VARIABLES;
export type TitleValues = Partial<Record<TitleVariable, string>>;

/** The variable with the name of the loan or entity that a block is repeated for. */
export const BLOCK_NAME: Record<BlockType, TitleVariable> = {
  LOAN: 'loanName',
  COMPANY: 'businessName',
  INDIVIDUAL: 'individualName',
  TRUST: 'trustName',
  ASSET: 'assetName',
};

export type TitlePart = { text: string } | { variable: TitleVariable };

const isVariable = (name: string): name is TitleVariable => Object.hasOwn(TITLE_VARIABLES, name);

/** Splits a title into text and variables. An unknown variable is text. */
export function titleParts(title: string): TitlePart[] {
  const parts: TitlePart[] = [];
  const addText = (text: string) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last && 'text' in last) last.text += text;
    else parts.push({ text });
  };
  let rest = title;
  for (;;) {
    const match = /\{\{(\w+)\}\}/.exec(rest);
    if (!match) break;
    addText(rest.slice(0, match.index));
    const name = match[1]!;
    if (isVariable(name)) parts.push({ variable: name });
    else addText(match[0]);
    rest = rest.slice(match.index + match[0].length);
  }
  addText(rest);
  return parts;
}

export const titleOf = (parts: readonly TitlePart[]): string =>
  parts.map((part) => ('text' in part ? part.text : `{{${part.variable}}}`)).join('');

/** Names between {{ and }} that are not variables, most likely typos. */
export const unknownVariables = (title: string): string[] =>
  [...title.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name!)
    .filter((name) => !isVariable(name));

interface Named {
  title: string;
  namingStrategy: NamingStrategy;
  blockType: BlockType;
}

/** The title with its variables replaced. A variable without a value shows its name instead of a gap. */
export function evaluateTitle(
  { title, namingStrategy, blockType }: Named,
  values: TitleValues,
): string {
  const valueOf = (variable: TitleVariable) => values[variable] ?? TITLE_VARIABLES[variable];
  const filled = titleParts(title)
    .map((part) => ('text' in part ? part.text : valueOf(part.variable)))
    .join('');
  switch (namingStrategy) {
    case 'TITLE':
      return filled;
    case 'ENTITY_TITLE':
      return `${valueOf(BLOCK_NAME[blockType])} - ${filled}`;
    case 'TITLE_ENTITY':
      return `${filled} - ${valueOf(BLOCK_NAME[blockType])}`;
    case 'TITLE_YEAR':
      return `${filled} ${valueOf('year')}`;
  }
}

/** Sample values in a template builder without a loan: the last full year, and names that describe their meaning. */
export const sampleValues = (today: Date): TitleValues => ({
  year: String(today.getUTCFullYear() - 1),
  month: today.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
});
