/** LibreOffice opens our CSV with every separator that it may guess, and finds no formula in it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, writeCsv } from './csv.ts';

const run = promisify(execFile);

/** Formulas, the characters that a program may take for the end of a cell, and quotation marks. */
const FORMULAS = ['=1+1', '+1+1', '-1+1', '@SUM(1;1)', '=HYPERLINK("http://x.example";"y")'];
const BEFORE = [
  '',
  'x;',
  'x\t',
  'x,',
  'x|',
  'x:',
  ' ',
  'x; ',
  'x\n',
  'x\r\n',
  'x;"',
  'x;""',
  "x;'",
  '"',
  '""',
  '","',
  '";"',
];
const hostile = BEFORE.flatMap((before) => FORMULAS.map((formula) => before + formula));
const rows = hostile.flatMap((cell) => [
  [cell, 'second'],
  ['first', cell],
  ['a "quoted" one', cell, 'third; with one', cell],
]);

/** Token 1 of LibreOffice's CSV filter: character codes of the separators. 44 comma, 59 semicolon, 9 tab. */
const SEPARATORS: Record<string, string> = {
  comma: '44',
  semicolon: '59',
  tab: '9',
  'tab, comma and semicolon, as its dialog offers': '9/44/59',
  'vertical bar': '124',
  colon: '58',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The formulas in the sheet that LibreOffice makes of a CSV file. */
async function formulasIn(
  csv: string,
  filters: readonly (string | undefined)[],
): Promise<string[]> {
  const path = join(folder, 'export.csv');
  await writeFile(path, csv);
  const formulas: string[] = [];
  for (const filter of filters) {
    await run(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        ...(filter ? [`--infilter=CSV:${filter}`] : []),
        '--convert-to',
        'fods',
        '--outdir',
        folder,
        path,
      ],
      { timeout: 120_000 },
    );
    const sheet = await readFile(join(folder, 'export.fods'), 'utf8');
    expect(sheet.match(/<table:table-cell/g)?.length).toBeGreaterThan(100);
    for (const [, formula] of sheet.matchAll(/table:formula="([^"]*)"/g)) {
      formulas.push(`${filter ?? 'default'}: ${formula}`);
    }
    await rm(join(folder, 'export.fods'));
  }
  return formulas;
}

/**
 * Character codes and flags of the filter: 34 quotation mark, 76 UTF-8, start at line 1, and at the end "evaluate
 * formulas", which a user may choose.
 */
const filters = Object.values(SEPARATORS).map(
  (codes) => `${codes},34,76,1,,0,false,true,false,false,false,0,true`,
);

test('LibreOffice finds formulas in the same cells without our guard', async () => {
  const plain = rows.map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  const formulas = await formulasIn(BYTE_ORDER_MARK + plain.join('\r\n'), [undefined, filters[1]!]);
  expect(formulas.length).toBeGreaterThan(20);
}, 300_000);

test('no cell of an export is a formula, whatever separator LibreOffice takes', async () => {
  expect(await formulasIn(writeCsv(rows), [undefined, ...filters])).toEqual([]);
}, 600_000);
