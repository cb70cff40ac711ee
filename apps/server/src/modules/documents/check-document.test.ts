import { describe, expect, test } from 'vitest';
import { askedPeriod, checkDocument, type AskedFor, type Compared } from './check-document.ts';
import { readFacts, distinctiveWords } from './read-facts.ts';

const page = (number: number, text: string) => ({ page: number, text });
const NOW = new Date('2026-11-16T12:00:00Z');

const STATEMENT = [
  page(
    1,
    'Cascade Federal\nBusiness checking statement\nAug 1 – Oct 31, 2026\nLarkspur Bakery LLC',
  ),
  page(2, 'Account verification\nAugust 11, 2026\nSignature of authorized signer'),
];

const checked = (
  text: readonly { page: number; text: string }[],
  request: Partial<AskedFor>,
  over: Partial<Compared> = {},
) =>
  checkDocument({
    request: { title: 'Document', description: null, flags: [], freshDays: null, ...request },
    facts: readFacts(text),
    entity: null,
    mention: null,
    now: NOW,
    ...over,
  }).map(({ kind, state, label, detail, page: at, words }) => [
    kind,
    state,
    label,
    detail,
    at,
    words,
  ]);

describe('a document is read', () => {
  test('for its kind, with the words as they are on the page', () => {
    expect(readFacts([page(1, 'Schedule K-1\nPartner’s Share of Income')]).kind).toMatchObject({
      kind: 'k1',
      page: 1,
      words: 'Partner’s Share of Income',
    });
    expect(readFacts(STATEMENT).kind).toMatchObject({ kind: 'bank_statement' });
    expect(readFacts([page(1, 'Grocery list: flour, eggs')]).kind).toBeNull();
  });

  test('for periods and years that it says are its own', () => {
    expect(readFacts(STATEMENT).periods).toEqual([
      { page: 1, words: 'Aug 1 – Oct 31, 2026', from: '2026-08-01', to: '2026-10-31' },
    ]);
    expect(readFacts([page(1, '12/05/2025 - 01/04/2026')]).periods[0]).toMatchObject({
      from: '2025-12-05',
      to: '2026-01-04',
    });
    const years = readFacts([page(1, 'For calendar year 2025. Check 2024 paid.')]).years;
    expect(years.map(({ year }) => year)).toEqual([2025]);
  });

  test('for days that no calendar has, and days in its future, not at all', () => {
    const facts = readFacts([page(1, 'February 31, 2026. Expires 03/12/2024. Dated June 5, 2026')]);
    expect(facts.dates.map(({ date }) => date)).toEqual(['2026-06-05']);
  });

  test('for the words that lead, without amounts', () => {
    expect(distinctiveWords([page(1, 'Form 1065 Net $8,412.77 to Larkspur')])).toEqual([
      ...['form', '1065', 'net', '412', 'larkspur'],
    ]);
  });
});

describe('a check points at', () => {
  test('the months that a statement covers, and does not', () => {
    expect(checked(STATEMENT, { title: 'Bank statements, Aug–Oct' })).toContainEqual([
      ...['PERIOD', 'PASSED', 'Period matches', 'Aug–Oct 2026, asked Aug–Oct', 1],
      'Aug 1 – Oct 31, 2026',
    ]);
    expect(checked(STATEMENT, { title: 'November bank statement' })).toContainEqual([
      ...['PERIOD', 'FAILED', 'Period not covered', 'Aug–Oct 2026, asked Nov', 1],
      'Aug 1 – Oct 31, 2026',
    ]);
  });

  test('the tax year, and another one', () => {
    const taxes = [page(1, 'Form 1065 U.S. Return of Partnership Income\nFor calendar year 2024')];
    expect(checked(taxes, { title: '2024 business tax return' })[1]?.slice(0, 2)).toEqual([
      'PERIOD',
      'PASSED',
    ]);
    expect(checked(taxes, { title: '2025 business tax return' })[1]).toEqual([
      ...['PERIOD', 'FAILED', 'Other period', '2024, asked 2025', 1, 'calendar year 2024'],
    ]);
  });

  test('the entity that was asked about', () => {
    const mention = { name: 'Larkspur Bakery LLC', words: 'Larkspur Bakery LLC', page: 1 };
    const request = { entity: 'Larkspur Bakery LLC' };
    expect(checked(STATEMENT, {}, { ...request, mention })[1]?.slice(0, 2)).toEqual([
      'ENTITY',
      'PASSED',
    ]);
    expect(checked(STATEMENT, {}, request)[1]).toEqual([
      ...['ENTITY', 'FAILED', 'Entity not found', 'Larkspur Bakery LLC isn’t named', null, null],
    ]);
  });

  test('the page to sign, only where a signature is asked for', () => {
    const request = { description: 'All pages and schedules, signed.' };
    expect(checked(STATEMENT, request)[1]).toEqual([
      ...['SIGNATURE', 'PASSED', 'Signature page found', 'Signature of authorized signer', 2],
      'Signature of authorized signer',
    ]);
    expect(checked([STATEMENT[0]!], { flags: ['NEEDS_SIGNATURE'] })[1]?.slice(0, 2)).toEqual([
      'SIGNATURE',
      'FAILED',
    ]);
    expect(checked(STATEMENT, {})).toHaveLength(1);
  });

  test('a date that is older than the request allows', () => {
    const old = [page(1, 'Profit and loss\nAs of August 11, 2026')];
    expect(checked(old, { description: 'Not older than 90 days.' })[1]).toEqual([
      ...['AGE', 'FAILED', 'Older than 90 days', 'Dated 97 days ago, Aug 11', 1, 'August 11, 2026'],
    ]);
    expect(checked(old, { freshDays: 120 })[1]?.slice(0, 3)).toEqual([
      'AGE',
      'PASSED',
      'Within 120 days',
    ]);
  });

  test('nothing in a document that says nothing', () => {
    const request = { title: '2025 tax return', description: 'Not older than 90 days.' };
    expect(checked([page(1, 'Flour, eggs')], request)).toEqual([]);
  });
});

test('a title says which months and years are asked for', () => {
  expect(askedPeriod('Bank statements, Aug–Oct')).toEqual({ year: null, months: [8, 10] });
  expect(askedPeriod('2025 marketing plan')).toEqual({ year: 2025, months: [] });
});
