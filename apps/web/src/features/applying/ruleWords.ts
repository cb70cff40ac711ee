import type { Fact } from '@cairn/contract/conditions';
import { conditionInWords, FACT_WORDS } from '../templates/words.ts';

/** A rule as the beginning of a sentence. */
export function ruleWords(rule: string): string {
  const said = conditionInWords(rule) ?? '';
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What decided it, rather than the whole rule. */
export const becauseWords = (because: readonly string[], rule: string | null): string =>
  because.length > 0 ? because.map(ruleWords).join('; ') : rule === null ? '' : ruleWords(rule);

export const missingWords = (missing: readonly Fact[]): string =>
  `Not known yet: ${missing.map((fact) => FACT_WORDS[fact]).join(', ')}`;

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** "3 suggestions", "3 suggestions and 1 that waits", or only what waits. */
export function countWords(suggested: number, waiting: number): string {
  const open = counted(suggested, 'suggestion', 'suggestions');
  if (waiting === 0) return open;
  if (suggested === 0) return counted(waiting, 'request waits', 'requests wait') + ' for a fact';
  return `${open} and ${counted(waiting, 'that waits', 'that wait')} for a fact`;
}
