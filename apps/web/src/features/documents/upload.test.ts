import { expect, it } from 'vitest';
import { refusalOf } from './upload.ts';

it('refuses an empty file and one over 250 MB, in the specified words [R241]', () => {
  expect(refusalOf({ size: 0 })).toBe(
    'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
  );
  expect(refusalOf({ size: 250 * 1024 * 1024 + 1 })).toBe(
    'This file is larger than 250 MB. Please send a smaller one.',
  );
  expect(refusalOf({ size: 250 * 1024 * 1024 })).toBeNull();
});
