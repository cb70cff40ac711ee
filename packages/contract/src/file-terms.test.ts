import { expect, test } from 'vitest';
import { messageOf } from './errors.ts';
import { LEFT_OUT_SENTENCES } from './export-terms.ts';
import { SCAN_REASON_TEXTS } from './file-terms.ts';

test('a file blocked for another reason is not described as infected', () => {
  const { VIRUS, ...others } = SCAN_REASON_TEXTS;
  expect(VIRUS).toContain('virus');
  // Texts that are used for every blocked file, whatever the reason.
  const ofAny = [LEFT_OUT_SENTENCES.INFECTED, messageOf('FILE_NOT_CLEAN')];
  expect([...Object.values(others), ...ofAny].filter((text) => /virus|infect/i.test(text))).toEqual(
    [],
  );
});
