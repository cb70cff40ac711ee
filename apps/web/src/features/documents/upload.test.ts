import { expect, it } from 'vitest';
import { refusalOf } from './uploadProblems.ts';

it('refuses an empty file and one over 250 MB, in the specified words [R241]', () => {
  expect(refusalOf({ name: 'a.pdf', size: 0 })).toBe(
    'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
  );
  expect(refusalOf({ name: 'a.pdf', size: 250 * 1024 * 1024 + 1 })).toBe(
    'This file is larger than 250 MB. Please send a smaller one.',
  );
  expect(refusalOf({ name: 'a.pdf', size: 250 * 1024 * 1024 })).toBeNull();
});

it('refuses a file type that is not accepted before anything is sent [R243]', () => {
  for (const name of [
    'setup.exe',
    'payload.exe.',
    'disk.iso',
    'page.html',
    'a.svg',
    'macro.docm',
  ]) {
    expect(refusalOf({ name, size: 1 })).toBe(
      'Invalid file type.  Please upload a valid file type.',
    );
  }
  expect(refusalOf({ name: 'Return 2024.PDF', size: 1 })).toBeNull();
});
