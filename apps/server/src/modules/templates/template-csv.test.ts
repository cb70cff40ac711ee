import fc from 'fast-check';
import {
  ANSWER_TYPE_CODES,
  BLOCK_TYPE_CODES,
  DOCUMENT_FLAG_CODES,
  type BlockType,
} from '@cairn/contract/template-terms';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { blank } from './elements/fields.ts';
import type { ElementRow } from './elements/store.ts';
import { libraryTemplate } from './library/library.ts';
import {
  CSV_COLUMNS,
  templatesFromCsv,
  templatesToCsv,
  type PlainTemplate,
} from './template-csv.ts';

const tricky = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('=', '-', "'", '"', ',', '|', '\\', '\n', 'é', 'x'),
      maxLength: 12,
    }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.includes('{{'));

/** A template of any shape with any values, and ids as the tree has them. */
const template: fc.Arbitrary<PlainTemplate> = fc
  .tuple(
    tricky,
    fc.constantFrom(...BLOCK_TYPE_CODES),
    fc.array(
      fc.record({
        up: fc.nat(3),
        answer: fc.option(fc.constantFrom(...ANSWER_TYPE_CODES), { freq: 2 }),
        block: fc.constantFrom(...BLOCK_TYPE_CODES),
        title: tricky,
        description: fc.option(tricky),
        choices: fc.array(tricky, { maxLength: 3 }),
        aliases: fc.array(tricky, { maxLength: 3 }),
        modifiers: fc.uniqueArray(fc.constantFrom(...DOCUMENT_FLAG_CODES), { maxLength: 4 }),
        hidden: fc.boolean(),
        required: fc.boolean(),
        fresh: fc.option(fc.integer({ min: 1, max: 3650 })),
        condition: fc.option(fc.constantFrom('loan.amount > 5', 'entity.isStartup == true')),
        note: fc.option(tricky),
      }),
      { maxLength: 12 },
    ),
  )
  .map(([name, blockType, rows]) => {
    const elements: ElementRow[] = [];
    const path: ElementRow[] = [];
    for (const [index, row] of rows.entries()) {
      path.length = Math.max(0, path.length - row.up);
      while (path.at(-1)?.storage_type === 'FILE') path.pop();
      if (path.length > 8) path.length = 8;
      const parent = path.at(-1);
      const own: BlockType = blockType === 'LOAN' ? row.block : blockType;
      const element: ElementRow = {
        ...blank(`e${index}`, row.answer ? 'FILE' : 'FOLDER', parent?.block_type ?? own),
        parent_id: parent?.id ?? null,
        position: index,
        answer_type: row.answer,
        title: row.title,
        description: row.description,
        choices: row.choices,
        aliases: row.aliases,
        modifiers: row.modifiers,
        hidden: row.hidden,
        required: row.required,
        fresh_days: row.fresh,
        condition: row.condition,
        note: row.note,
      };
      elements.push(element);
      path.push(element);
    }
    return { name, block_type: blockType, loan_type: null, entity_type: null, elements };
  });

const complaints = (csv: string): Record<string, string> | undefined => {
  try {
    templatesFromCsv(csv);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.fieldErrors;
    throw error;
  }
};

describe('templates as CSV', () => {
  test('what comes down goes up and comes down again the same, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(template, { minLength: 1, maxLength: 3 }), (templates) => {
        const csv = templatesToCsv(templates);
        expect(templatesToCsv(templatesFromCsv(csv))).toBe(csv);
      }),
      { numRuns: 150 },
    );
  }, 20_000);

  test('so does every template of the library', () => {
    const library = ['SBA_7A', 'SBA_504', 'LINE_OF_CREDIT'].map((key) => libraryTemplate(key)!);
    const csv = templatesToCsv(library);
    expect(templatesToCsv(templatesFromCsv(csv))).toBe(csv);
  });

  test('a few columns are enough; the rest is as in a new element', () => {
    const [parsed] = templatesFromCsv(
      'name,level,kind,title\nMine,1,FOLDER,Tax\nMine,2,DOCUMENT,{{year}} return\nMine,1,YES_NO,Franchise?\n',
    );
    expect(parsed!.elements.map(({ title, parent_id }) => [title, parent_id !== null])).toEqual([
      ['Tax', false],
      ['{{year}} return', true],
      ['Franchise?', false],
    ]);
    expect(parsed!.elements[1]).toMatchObject({ priority_type: 'MEDIUM', required: true });
  });

  test('every wrong row is named, by its line', () => {
    const head = 'name,level,kind,title,condition,freshDays';
    expect(
      complaints(
        [
          head,
          'Mine,2,DOCUMENT,Too deep,,',
          'Mine,1,PICTURE,What is it,,',
          'Mine,1,DOCUMENT,,,',
          'Mine,1,DOCUMENT,Rule,loan.size > 3,',
          'Mine,1,DOCUMENT,{{unknown}},,',
          'Mine,1,DOCUMENT,Days,,soon',
        ].join('\n'),
      ),
    ).toEqual({
      'line 2': 'level: the folder around it is missing',
      'line 3': '"PICTURE" is no kind',
      'line 4': 'title: Invalid input: expected string, received null',
      'line 5': expect.stringContaining('"loan.size" is not known'),
      'line 6': expect.stringContaining('not known'),
      'line 7': expect.stringContaining('freshDays'),
    });
    expect(complaints(`${CSV_COLUMNS.join()},extra\n`)).toEqual({
      'line 1': '"extra" is no known column',
    });
    expect(complaints('')).toEqual({ 'line 1': 'The file is empty' });
    expect(complaints(CSV_COLUMNS.join())).toEqual({
      'line 2': 'There is no template in this file',
    });
  });
});
