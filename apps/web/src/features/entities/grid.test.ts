import { describe, expect, test } from 'vitest';
import { changesIn, errorsIn, parseClipboard, pasteRows, rowErrorsOf } from './grid.ts';

describe('cells pasted from a spreadsheet', () => {
  test('is lines and tabs; quotes keep both together', () => {
    expect(parseClipboard('a\tb\r\n"c\td"\t"say ""e"""\n')).toEqual([
      ['a', 'b'],
      ['c\td', 'say "e"'],
    ]);
  });

  test('fills from the cell on, and makes the rows it needs', () => {
    const rows = pasteRows([{}], 'INDIVIDUAL', { row: 0, column: 1 }, 'Marsh\nOrtega', 100);
    expect(rows).toEqual([{ familyName: 'Marsh' }, { familyName: 'Ortega' }]);
  });

  test('a first line with the names of columns says which they are', () => {
    const text = 'Last name\tFirst name\tShoe size\nMarsh\tElena\t38';
    expect(pasteRows([{}], 'INDIVIDUAL', { row: 0, column: 0 }, text, 100)).toEqual([
      { familyName: 'Marsh', givenName: 'Elena' },
    ]);
  });

  test('also by the names that spreadsheets have for them', () => {
    const text = 'FIRST_NAME\tSurname\tEmail\tDOB\nElena\tMarsh\telena@marsh.example\t1980-02-03';
    expect(pasteRows([{}], 'INDIVIDUAL', { row: 0, column: 0 }, text, 100)).toEqual([
      {
        givenName: 'Elena',
        familyName: 'Marsh',
        emailAddress: 'elena@marsh.example',
        birthDate: '1980-02-03',
      },
    ]);
  });

  test('never more rows than one call takes', () => {
    const text = Array.from({ length: 300 }, (_, row) => `Name ${row}`).join('\n');
    expect(pasteRows([], 'COMPANY', { row: 0, column: 0 }, text, 100)).toHaveLength(100);
  });
});

describe('errors of the grid', () => {
  test('are reported at their row and column; empty rows have none', () => {
    expect(errorsIn('INDIVIDUAL', [{}, { givenName: 'Elena', ssn: '12' }])).toEqual({
      1: { familyName: 'Required', ssn: 'Enter the number as 123-45-6789' },
    });
  });

  test('a change is validated by the changed cells only', () => {
    const savedCells = { givenName: 'Elena', familyName: 'Marsh', city: '' };
    const changes = changesIn(savedCells, {
      ...savedCells,
      givenName: ' Elena ',
      familyName: '',
      ssn: '12',
    });
    expect(changes).toEqual({ familyName: '', ssn: '12' });
    expect(errorsIn('INDIVIDUAL', [{}, changes], 'change')).toEqual({
      1: { familyName: 'Required', ssn: 'Enter the number as 123-45-6789' },
    });
  });

  test('the server’s find the row that was sent', () => {
    expect(rowErrorsOf({ '1.information.taxId': 'wrong' }, [0, 4])).toEqual({
      4: { taxId: 'wrong' },
    });
  });
});
