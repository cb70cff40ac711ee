/**
 * Conditions under which a template requests a document: "entity.ownership >= 20 or entity.label == GUARANTOR". Server
 * and browser share the parser and the evaluation. Every text parses to a condition or to an error with its position,
 * and every condition evaluates to true, false or unknown for any facts.
 *
 *   condition   = all { "or" all }
 *   all         = one { "and" one }
 *   one         = "not" one | "(" condition ")" | fact operator value
 *   operator    = "==" | "!=" | "<" | "<=" | ">" | ">="
 */
import { ENTITY_LABELS } from './template-terms.ts';
import { LOAN_TYPE_CODES } from './constants.ts';

export const CONDITION_MAX = 500;
const DEEPEST = 20;

export type FactKind =
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'word'; words: readonly string[] };

/** The facts that a condition can refer to. */
export const FACTS = {
  'loan.amount': { kind: 'number' },
  'loan.type': { kind: 'word', words: LOAN_TYPE_CODES },
  'loan.purpose': {
    kind: 'word',
    words: [
      'PURCHASE_REAL_ESTATE',
      'CONSTRUCTION',
      'EQUIPMENT',
      'WORKING_CAPITAL',
      'REFINANCE',
      'ACQUISITION',
      'STARTUP',
      'LINE_OF_CREDIT',
    ],
  },
  'loan.hasConstruction': { kind: 'boolean' },
  'loan.isChangeOfOwnership': { kind: 'boolean' },
  'loan.isFranchise': { kind: 'boolean' },
  'entity.label': { kind: 'word', words: Object.keys(ENTITY_LABELS) },
  'entity.kind': {
    kind: 'word',
    words: ['SOLE_PROP', 'PARTNERSHIP', 'LLC', 'CORPORATION', 'NON_PROFIT', 'TRUST', 'INDIVIDUAL'],
  },
  'entity.ownership': { kind: 'number' },
  'entity.isStartup': { kind: 'boolean' },
  'collateral.kind': { kind: 'word', words: ['realEstate', 'equipment', 'bankAsset', 'other'] },
} as const satisfies Record<string, FactKind>;
export type Fact = keyof typeof FACTS;

export const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];
export type Value = number | boolean | string;

export type Condition =
  | { is: 'compare'; fact: Fact; operator: Operator; value: Value }
  | { is: 'not'; of: Condition }
  | { is: 'and' | 'or'; of: readonly Condition[] };

export type Parsed =
  | { ok: true; condition: Condition }
  | { ok: false; complaint: string; at: number };

interface Token {
  text: string;
  at: number;
}

class Complaint extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|(==|!=|<=|>=|<|>)|([()]))/y;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) {
      const start = at + text.slice(at).search(/\S/);
      throw new Complaint(`"${text[start]}" isn’t expected here`, start);
    }
    at = pattern.lastIndex;
    const word = match.slice(1).find((part) => part !== undefined)!;
    tokens.push({ text: word, at: at - word.length });
  }
  return tokens;
}

const isFact = (text: string): text is Fact => Object.hasOwn(FACTS, text);
const isOperator = (text: string | undefined): text is Operator =>
  (OPERATORS as readonly (string | undefined)[]).includes(text);

class Parser {
  private readonly tokens: Token[];
  private readonly end: number;
  private next = 0;
  private depth = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
    this.end = text.length;
  }

  whole(): Condition {
    const condition = this.either();
    const rest = this.tokens[this.next];
    if (rest) throw new Complaint(`"${rest.text}" is left over: "and" or "or" is missing`, rest.at);
    return condition;
  }

  private either(): Condition {
    return this.joined('or', () => this.joined('and', () => this.one()));
  }

  private joined(word: 'and' | 'or', part: () => Condition): Condition {
    const parts = [part()];
    while (this.peek()?.text === word) {
      this.next += 1;
      parts.push(part());
    }
    return parts.length === 1 ? parts[0]! : { is: word, of: parts };
  }

  private one(): Condition {
    const token = this.take('a condition');
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Complaint('Too many brackets', token.at);
    try {
      if (token.text === 'not') return { is: 'not', of: this.one() };
      if (token.text === '(') {
        const inner = this.either();
        const closing = this.take('")"');
        if (closing.text !== ')') throw new Complaint('")" is missing', closing.at);
        return inner;
      }
      return this.comparison(token);
    } finally {
      this.depth -= 1;
    }
  }

  private comparison(token: Token): Condition {
    if (!isFact(token.text)) {
      const names = Object.keys(FACTS).join(', ');
      throw new Complaint(`"${token.text}" is not known. Use one of: ${names}`, token.at);
    }
    const operator = this.take('==, !=, <, <=, > or >=');
    if (!isOperator(operator.text)) {
      throw new Complaint(`"${operator.text}" does not compare`, operator.at);
    }
    const value = valueFor(token.text, operator, this.take('a value'));
    return { is: 'compare', fact: token.text, operator: operator.text, value };
  }

  private peek(): Token | undefined {
    return this.tokens[this.next];
  }

  private take(expected: string): Token {
    const token = this.tokens[this.next];
    if (!token) throw new Complaint(`${expected} is missing at the end`, this.end);
    this.next += 1;
    return token;
  }
}

function valueFor(fact: Fact, operator: Token, token: Token): Value {
  const definition: FactKind = FACTS[fact];
  if (definition.kind === 'number') {
    if (!/^-?\d/.test(token.text)) throw new Complaint(`${fact} is a number`, token.at);
    return Number(token.text);
  }
  if (operator.text !== '==' && operator.text !== '!=') {
    throw new Complaint(`${fact} isn’t a number: compare with == or !=`, operator.at);
  }
  if (definition.kind === 'boolean') {
    if (token.text !== 'true' && token.text !== 'false') {
      throw new Complaint(`${fact} is true or false`, token.at);
    }
    return token.text === 'true';
  }
  if (!definition.words.includes(token.text)) {
    throw new Complaint(`${fact} is one of ${definition.words.join(', ')}`, token.at);
  }
  return token.text;
}

export function parseCondition(text: string): Parsed {
  if (text.length > CONDITION_MAX) {
    return { ok: false, complaint: `At most ${CONDITION_MAX} characters`, at: CONDITION_MAX };
  }
  try {
    return { ok: true, condition: new Parser(text).whole() };
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    return { ok: false, complaint: error.message, at: error.at };
  }
}

/** Formats a condition as text, with no redundant parentheses. */
export function writeCondition(condition: Condition): string {
  switch (condition.is) {
    case 'compare':
      return `${condition.fact} ${condition.operator} ${condition.value}`;
    case 'not':
      return `not ${writeBracketed(condition.of, condition.of.is !== 'compare')}`;
    case 'and':
      return condition.of.map((part) => writeBracketed(part, joins(part))).join(' and ');
    case 'or':
      return condition.of.map((part) => writeBracketed(part, part.is === 'or')).join(' or ');
  }
}
const joins = ({ is }: Condition): boolean => is === 'and' || is === 'or';
const writeBracketed = (condition: Condition, needed: boolean): string =>
  needed ? `(${writeCondition(condition)})` : writeCondition(condition);

/** Known facts. An entity can have several labels; an absent fact is unknown. */
export type Facts = { readonly [F in Fact]?: Value | readonly string[] | undefined };

export interface Outcome {
  /** Unknown while a fact that would decide the result is missing. */
  fires: boolean | 'unknown';
  /** The comparisons that decided the result, as written in the rule. */
  because: string[];
  /** The missing facts that would decide the result. */
  missing: Fact[];
}

const NUMERIC: Record<Operator, (one: number, other: number) => boolean> = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
};

function compare(condition: Extract<Condition, { is: 'compare' }>, facts: Facts): Outcome {
  const { fact, operator, value } = condition;
  const factValue = facts[fact];
  const outcomeOf = (fires: boolean): Outcome => ({
    fires,
    because: [writeCondition(condition)],
    missing: [],
  });
  if (Array.isArray(factValue)) {
    const has = (factValue as readonly Value[]).includes(value);
    return outcomeOf(operator === '!=' ? !has : has);
  }
  if (factValue === undefined || typeof factValue !== typeof value) {
    return { fires: 'unknown', because: [], missing: [fact] };
  }
  if (typeof factValue === 'number' && typeof value === 'number') {
    return outcomeOf(NUMERIC[operator](factValue, value));
  }
  return outcomeOf((factValue === value) === (operator === '=='));
}

/** Three-valued logic: a part that decides the result does so even if the facts of other parts are unknown. */
export function evaluateCondition(condition: Condition, facts: Facts): Outcome {
  if (condition.is === 'compare') return compare(condition, facts);
  if (condition.is === 'not') {
    const inner = evaluateCondition(condition.of, facts);
    return inner.fires === 'unknown' ? inner : { ...inner, fires: !inner.fires };
  }
  const decisive = condition.is === 'or';
  const parts = condition.of.map((part) => evaluateCondition(part, facts));
  const deciding = parts.filter(({ fires }) => fires === decisive);
  if (deciding.length > 0) return joinedOutcome(decisive, deciding);
  const open = parts.filter(({ fires }) => fires === 'unknown');
  if (open.length > 0) return joinedOutcome('unknown', open);
  return joinedOutcome(!decisive, parts);
}

const joinedOutcome = (fires: Outcome['fires'], parts: readonly Outcome[]): Outcome => ({
  fires,
  because: fires === 'unknown' ? [] : [...new Set(parts.flatMap(({ because }) => because))],
  missing: fires === 'unknown' ? [...new Set(parts.flatMap(({ missing }) => missing))] : [],
});

/** A rule without a condition always fires. A condition that does not parse never fires, so nothing is requested. */
export function ruleFires(text: string | null, facts: Facts): Outcome {
  if (text === null) return { fires: true, because: [], missing: [] };
  const parsed = parseCondition(text);
  if (!parsed.ok) return { fires: false, because: [], missing: [] };
  return evaluateCondition(parsed.condition, facts);
}
