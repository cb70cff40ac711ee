/**
 * Finds rules that a decision record interprets differently: the record states that the tests that name the rule show
 * the implemented behavior instead.
 */

const INSTEAD =
  /The tests? that names? (R\d{3}(?:(?:, | and )R\d{3})*) shows? what is done instead/g;

/** The number of the record, by rule. */
export function decisionsOf(records: ReadonlyMap<string, string>): Map<string, string> {
  const decisionOf = new Map<string, string>();
  for (const [path, text] of records) {
    const number = /(\d{4})-[^/]+\.md$/.exec(path)?.[1];
    if (!number) continue;
    for (const [, rules = ''] of text.replaceAll(/\s+/g, ' ').matchAll(INSTEAD)) {
      for (const rule of rules.match(/R\d{3}/g) ?? []) decisionOf.set(rule, number);
    }
  }
  return decisionOf;
}
