import { describe, expect, it } from 'vitest';
import { titlesIn } from './test-titles.ts';

// Written in parts, so that this file itself names no rule.
const rule = (number: string): string => `[R${number}]`;

describe('the titles of a test file', () => {
  it('are those of tests and groups, with their modifiers', () => {
    const text = `
      describe('the state ${rule('901')}', () => {
        it("is kept ${rule('902')}", () => {});
        test.skip('is \\'old\\' ${rule('903')}', () => {});
        test(\`screen \${path} ${rule('904')}\`, async () => {});
      });`;
    const { titles, elsewhere } = titlesIn(text);
    expect(titles).toHaveLength(4);
    expect(titles[2]).toBe(`is \\'old\\' ${rule('903')}`);
    expect(elsewhere).toEqual([]);
  });

  it('of a table are the title and the rows that it begins with', () => {
    const text = `
      it.each<[string, string]>([
        ['${rule('905')}', 'assignSignee (old)'],
        ['${rule('906')}', ')'],
      ])('%s is %s ${rule('907')}', () => {});
      test.each(['a', 'b'])(
        'is not served while %s ${rule('908')}',
        () => {});`;
    const { titles, elsewhere } = titlesIn(text);
    expect(titles.join('\n').match(/R\d{3}/g)).toEqual(['R907', 'R905', 'R906', 'R908']);
    expect(elsewhere).toEqual([]);
  });

  it('do not include comments, steps or other strings', () => {
    const text = `
      test('a borrower scans a license', async () => {
        // Only pictures are taken ${rule('909')}.
        await test.step('each side is removed ${rule('910')}', async () => {});
        expect(text).toBe('${rule('911')}');
      });
      it.each([['${rule('912')}', 1]])('one of the %s', () => {});`;
    expect(titlesIn(text).elsewhere).toEqual(['909', '910', '911', '912'].map(rule));
  });
});
