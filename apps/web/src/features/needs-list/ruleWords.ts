import type { Fact } from '@cairn/contract/conditions';
import { conditionInWords, UNKNOWN_FACTS } from '../templates/elementText.ts';

/** A rule as the start of a sentence. */
export function ruleWords(rule: string): string {
  const sentence = conditionInWords(rule) ?? '';
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The facts that decided the rule; the whole rule if they are not known. */
export const becauseWords = (because: readonly string[], rule: string | null): string =>
  because.length > 0 ? because.map(ruleWords).join('; ') : rule === null ? '' : ruleWords(rule);

export const missingWords = (missing: readonly Fact[]): string =>
  `Depends on ${missing.map((fact) => UNKNOWN_FACTS[fact]).join(' and ')}`;

const countText = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** "2 questions for the borrower, 1 answered" */
export function answerWords(questions: readonly { answer: boolean | null }[]): string {
  const answeredCount = questions.filter(({ answer }) => answer !== null).length;
  const questionCount = countText(questions.length, 'question', 'questions');
  return `${questionCount} for the borrower, ${answeredCount === questions.length ? 'answered' : `${answeredCount} answered`}`;
}

/** "3 suggestions", "3 suggestions and 1 that needs more information" or "1 request needs more information". */
export function countWords(suggested: number, waiting: number): string {
  const open = countText(suggested, 'suggestion', 'suggestions');
  if (waiting === 0) return open;
  if (suggested === 0)
    return countText(waiting, 'request needs', 'requests need') + ' more information';
  return `${open} and ${countText(waiting, 'that needs', 'that need')} more information`;
}
