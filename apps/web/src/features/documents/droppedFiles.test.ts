import { expect, it } from 'vitest';
import { droppedFiles, MAX_DROPPED_FILES } from './droppedFiles.ts';

const fileNamed = (name: string): File => new File(['x'], name);
const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(fileNamed(name)),
});
/** A directory entry that returns its entries in batches of 100, as in Chromium. */
function folderEntry(name: string, entries: object[]) {
  let at = 0;
  const readEntries = (done: (some: object[]) => void) => {
    done(entries.slice(at, at + 100));
    at += 100;
  };
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}
const drop = (...entries: (ReturnType<typeof folderEntry> | ReturnType<typeof fileEntry>)[]) =>
  droppedFiles({
    items: entries.map((entry) => ({
      kind: 'file',
      webkitGetAsEntry: () => entry,
      getAsFile: () => fileNamed(entry.name),
    })) as unknown as DataTransferItemList,
  });
const names = async (files: Promise<File[]>) => (await files).map(({ name }) => name);

it('takes files, and those of folders and the folders in them, without what the system left there', async () => {
  const taxes = folderEntry('Taxes', [
    fileEntry('2024.pdf'),
    fileEntry('.DS_Store'),
    folderEntry('Older', [fileEntry('2019.pdf'), fileEntry('Thumbs.db')]),
  ]);
  expect(await names(drop(fileEntry('Lease.pdf'), taxes))).toEqual([
    'Lease.pdf',
    '2024.pdf',
    '2019.pdf',
  ]);
});

it('takes 500 files of a folder, and no more at once', async () => {
  const many = Array.from({ length: 620 }, (_, index) => fileEntry(`${index}.pdf`));
  const fileNames = await names(drop(folderEntry('Scans', many)));
  expect(fileNames).toHaveLength(MAX_DROPPED_FILES);
  expect(fileNames.at(-1)).toBe('499.pdf');
});
