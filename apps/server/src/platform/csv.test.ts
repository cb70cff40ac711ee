import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvComplaint, guard, joinValues, readCsv, splitValues, unguard, writeCsv } from './csv.ts';

/** Favors characters that break CSV readers and spreadsheets. */
const cell = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      "'",
      '"',
      ',',
      '\t',
      '\r',
      '\n',
      'a',
      ' ',
      '＝',
      '|',
      '\\',
      ';',
      ':',
    ),
  }),
);
const cellsOf = (text: string) => readCsv(text, 1000).map(({ cells }) => cells);

describe('CSV', () => {
  test('reads back exactly what was written, cell for cell', () => {
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, (table) => {
        expect(cellsOf(writeCsv(table))).toEqual(table);
      }),
      { numRuns: 1000 },
    );
  });

  test('no cell starts as a formula does', () => {
    fc.assert(
      fc.property(cell, (text) => {
        for (const part of guard(text).split(/[,;:|\t\r\n]/)) {
          expect(part).not.toMatch(/^["]*[=+\-@＝＋－＠]/);
        }
        expect(unguard(guard(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
    expect(guard('=HYPERLINK("http://x")')).toBe('\'=HYPERLINK("http://x")');
    expect(guard("'Tis")).toBe("'Tis");
    expect(guard("'=1")).toBe("''=1");
    expect(guard('Bend; =1')).toBe('Bend; =1');
    expect(guard('x;=1')).toBe("x;'=1");
  });

  test('takes lines as any program ends them, with or without a mark in front', () => {
    const expected = [
      ['a', 'b'],
      ['1', '2\r\n3'],
    ];
    expect(cellsOf('\uFEFFa,b\r\n1,"2\r\n3"\r\n')).toEqual(expected);
    expect(cellsOf('a,b\n\n1,"2\r\n3"')).toEqual(expected);
    expect(cellsOf('a,b\r1,"2\r\n3"\r')).toEqual(expected);
    expect(readCsv('a,b\n"x\ny",1\nc,d', 1000)[2]).toEqual({ cells: ['c', 'd'], line: 4 });
    expect(readCsv('a,b\r\n"x\r\ny",1\r\n\r\nc,d', 1000)[2]).toEqual({
      cells: ['c', 'd'],
      line: 5,
    });
    expect(cellsOf('a,\n,b')).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
  });

  test('says in which line it cannot be read', () => {
    expect(() => readCsv('a,b\n"x', 1000)).toThrow(
      new CsvComplaint('A quotation mark is never closed', 2),
    );
    expect(() => readCsv('a,b\n"x"y,z', 1000)).toThrow(
      new CsvComplaint('Text follows a closing quotation mark', 2),
    );
    expect(() => readCsv('a,b\r\n"x\r\ny",z\r\n\r\n5" pipe,z', 1000)).toThrow(
      new CsvComplaint('A quotation mark is inside a cell that does not begin with one', 5),
    );
  });

  test('a file four times as long takes about four times as long, not sixteen', () => {
    const fastest = (count: number): number => {
      const text = writeCsv(
        Array.from({ length: count }, (_, row) => [`row ${row}`, 'a, "b"', 'c']),
      );
      const times = Array.from({ length: 5 }, () => {
        // Processor time, so that other processes on the machine do not count.
        const started = process.cpuUsage();
        expect(readCsv(text, count)).toHaveLength(count);
        return process.cpuUsage(started).user;
      });
      return Math.min(...times);
    };
    fastest(5_000);
    expect(fastest(40_000) / fastest(10_000)).toBeLessThan(10);
  });
});

test('several values in one cell are read as they were written', () => {
  const values = fc.array(
    cell.filter((each) => each !== ''),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(values, (list) => {
      expect(splitValues(joinValues(list))).toEqual(list);
    }),
    { numRuns: 1000 },
  );
});

test('a file with more rows or cells than we take is refused before it is read to its end', () => {
  expect(readCsv('a\n1\n2', 2)).toHaveLength(3);
  expect(() => readCsv('a\n1\n2\n3', 2)).toThrow(new CsvComplaint('At most 2 rows', 1));
  expect(() => readCsv(`a\n${'x'.repeat(300_000)}`, 2)).toThrow(
    new CsvComplaint('A row is too long', 2),
  );
  const wide = `${'a,'.repeat(10_000)}\n`;
  expect(() => readCsv(wide.repeat(101), 1000)).toThrow('The file has too many cells');
});
