import { describe, expect, test } from 'vitest';
import {
  rankRequests,
  suggestFilings,
  type OpenRequest,
  type WaitingFile,
} from './suggest-filings.ts';
import type { FileContent } from './compare-content.ts';
import { wordsOf } from './title-words.ts';

let count = 0;
const request = (title: string, over: Partial<OpenRequest> = {}): OpenRequest => ({
  elementId: `request ${(count += 1)}`,
  title,
  entityId: null,
  entityName: null,
  assignedToUserId: null,
  aliases: [],
  ...over,
});
const file = (title: string, over: Partial<WaitingFile> = {}): WaitingFile => ({
  id: title,
  title,
  documentType: null,
  userId: 'elena',
  userName: 'Elena Marsh',
  sherpaEntityId: null,
  ...over,
});
/** The suggestion for one file, with its reason. */
function suggested(
  name: string | WaitingFile,
  requests: OpenRequest[],
  before: { title: string; filedAs: string }[] = [],
) {
  const one = typeof name === 'string' ? file(name) : name;
  const suggestion = suggestFilings([one], requests, before).get(one.id);
  return (
    suggestion && {
      title: suggestion.title,
      entityName: suggestion.entityName,
      reason: suggestion.reason,
    }
  );
}

describe('a name is read', () => {
  test('into words, years and months, however it is written together', () => {
    expect(wordsOf('2023TaxReturns_v2')).toMatchObject({
      words: new Set(['tax', 'return', 'v2']),
      years: new Set([2023]),
    });
    expect(wordsOf('oct-stmt-4471')).toMatchObject({ months: new Set([10]) });
    expect(wordsOf('oct-stmt-4471').words).toContain('statement');
    expect(wordsOf('bank_2026-10').months).toEqual(new Set([10]));
    expect(wordsOf('FY23 P&L').years).toEqual(new Set([2023]));
    expect(wordsOf('Driver’s licence').words).toEqual(wordsOf('drivers license').words);
  });
});

describe('a file is suggested', () => {
  const open = [
    request('October bank statement', { entityName: 'Larkspur Bakery LLC' }),
    request('November bank statement', { entityName: 'Larkspur Bakery LLC' }),
    request('Certificate of insurance', { aliases: ['ACORD 25'] }),
    request('Personal financial statement', { entityName: 'Jonas Marsh' }),
    request('2023 federal tax return', { entityName: 'Harbor Street LLC' }),
    request('2024 federal tax return', { entityName: 'Harbor Street LLC' }),
    request('2023 personal tax return', { entityName: 'Elena Marsh' }),
  ];

  test('for the request that its name says, with the reason in words', () => {
    expect(suggested('oct-stmt-4471.pdf', open)).toEqual({
      title: 'October bank statement',
      entityName: 'Larkspur Bakery LLC',
      reason: 'Name says October statement; Larkspur Bakery LLC has one open',
    });
    expect(suggested('Harbor Street 2023 tax return.pdf', open)).toEqual({
      title: '2023 federal tax return',
      entityName: 'Harbor Street LLC',
      reason: 'Name says 2023 tax return; it names Harbor Street LLC',
    });
    expect(suggested('PFS Jonas.pdf', open)).toMatchObject({
      title: 'Personal financial statement',
    });
  });

  test('by the number of its form', () => {
    const forms = [
      request('SBA Form 1919, borrower information'),
      request('SBA Form 413, personal financial statement'),
    ];
    expect(suggested('sba_1919_signed.pdf', forms)?.title).toBe(forms[0]!.title);
    expect(suggested('PFS Elena.pdf', forms)?.title).toBe(forms[1]!.title);
  });

  test('by another name that the template knows', () => {
    expect(suggested('acord 25 signed.pdf', open)).toEqual({
      title: 'Certificate of insurance',
      entityName: null,
      reason: 'Name says ACORD 25',
    });
  });

  test('never for another year, month or kind', () => {
    expect(suggested('2022 federal tax return.pdf', open)).toBeUndefined();
    expect(suggested('Sep bank statement.pdf', open)).toBeUndefined();
    expect(suggested('1120S 2023.pdf', [request('2023 personal tax return')])).toBeUndefined();
    expect(
      suggested('state return 2023.pdf', [request('2023 federal tax return')]),
    ).toBeUndefined();
  });

  test('not at all where two are as likely, or the name says nothing', () => {
    expect(suggested('federal tax return.pdf', open)).toBeUndefined();
    expect(suggested('IMG_2207.jpg', open)).toBeUndefined();
    expect(suggested('', open)).toBeUndefined();
    expect(suggestFilings([file('x'.repeat(255))], open).size).toBe(0);
  });

  test('for the entity that it names, or is about, and for no other', () => {
    const two = [
      request('Bank statement', { entityId: 'a', entityName: 'Harbor Street LLC' }),
      request('Bank statement', { entityId: 'b', entityName: 'Larkspur Bakery LLC' }),
    ];
    expect(suggested('bank statement.pdf', two)).toBeUndefined();
    expect(suggested('larkspur bank statement.pdf', two)).toMatchObject({
      entityName: 'Larkspur Bakery LLC',
    });
    expect(suggested(file('bank statement', { sherpaEntityId: 'a' }), two)).toMatchObject({
      entityName: 'Harbor Street LLC',
      reason: 'Name says Bank statement; it is about Harbor Street LLC',
    });
  });

  test('for what its sender was asked for', () => {
    const two = [
      request('Resume', { assignedToUserId: 'jonas', entityName: 'Jonas Marsh' }),
      request('Resume', { assignedToUserId: 'elena', entityName: 'Elena Marsh' }),
    ];
    expect(suggested('resume.docx', two)).toEqual({
      title: 'Resume',
      entityName: 'Elena Marsh',
      reason: 'Name says Resume; Elena Marsh was asked for it',
    });
  });

  test('as the company filed files of that name before', () => {
    const lease = [request('Commercial lease'), request('Landlord waiver')];
    const before = [{ title: 'Orchard St FINAL.pdf', filedAs: 'Commercial lease' }];
    expect(suggested('orchard st final (2).pdf', lease)).toBeUndefined();
    expect(suggested('orchard st final.pdf', lease, before)).toEqual({
      title: 'Commercial lease',
      entityName: null,
      reason: 'Files named like this were filed as Commercial lease',
    });
  });

  test('with no request taken twice: the likelier file has it', () => {
    const suggestions = suggestFilings(
      [file('oct statement.pdf'), file('October bank statement.pdf')],
      open,
    );
    expect([...suggestions.keys()]).toEqual(['October bank statement.pdf']);
  });
});

describe('what a file says inside', () => {
  const content = (text: string, over: Partial<FileContent> = {}): FileContent => ({
    words: text.toLowerCase().split(' '),
    kind: null,
    kindWords: null,
    years: [],
    months: [],
    ...over,
  });
  const open = [
    request('2024 business tax return', {
      entityName: 'Harbor Street LLC',
      aliases: ['Form 1065'],
    }),
    request('2025 business tax return', {
      entityName: 'Harbor Street LLC',
      aliases: ['Form 1065'],
    }),
    request('2025 business tax return', {
      entityName: 'Copper Creek Inc.',
      aliases: ['Form 1065'],
    }),
    request('Certificate of insurance'),
    request('Proof of who owns the company'),
  ];
  const photo = (inside: FileContent) => file('IMG_2207.jpg', { content: inside });
  const taxes = content('form 1065 return of partnership income copper creek inc harbor', {
    kind: 'business_return',
    kindWords: 'Form 1065',
    years: [2025],
  });

  test('suggests request, entity and year where its name says nothing, with the words', () => {
    expect(suggested(photo(taxes), open)).toEqual({
      title: '2025 business tax return',
      entityName: 'Copper Creek Inc.',
      reason: 'It says “Form 1065”; it names Copper Creek Inc.',
    });
    expect(suggested(file('IMG_2207.jpg'), open)).toBeUndefined();
  });

  test('is not suggested for another year', () => {
    const old = photo({ ...taxes, years: [2021] });
    expect(suggested(old, open.slice(0, 3))).toBeUndefined();
  });

  test('is compared with files that the company filed before', () => {
    const register = 'stock transfer ledger shares certificate surrendered holder of record';
    const unknown = photo(content(`${register} alder bakery`));
    expect(suggested(unknown, open)).toBeUndefined();
    const before = [
      { title: 'scan1.pdf', filedAs: 'Proof of who owns the company', words: register.split(' ') },
      { title: 'scan2.pdf', filedAs: 'Certificate of insurance', words: ['insurer', 'policy'] },
    ];
    expect(suggestFilings([unknown], open, before).get(unknown.id)).toMatchObject({
      title: 'Proof of who owns the company',
      reason: 'Reads like files you filed as Proof of who owns the company',
    });
  });

  test('leaves a choice of at most three where it is not sure', () => {
    const vague = photo(content('insurance of the company certificate return business tax'));
    const ranked = rankRequests([vague], open).get(vague.id)!;
    expect(ranked.length).toBeGreaterThan(1);
    expect(ranked.length).toBeLessThanOrEqual(3);
  });
});
