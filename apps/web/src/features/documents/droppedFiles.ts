import { toast } from '../../lib/toast.ts';

/** More are sent in a second turn: each has a line of its own on the page. */
export const MAX_DROPPED_FILES = 500;

/** What an operating system leaves in folders. */
const isLitter = (name: string): boolean =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader lists a folder in portions, and an empty one at its end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return entries.filter(({ name }) => !isLitter(name));
    entries.push(...some);
  }
}

async function readEntry(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length > MAX_DROPPED_FILES) return;
  try {
    if (entry.isFile) {
      files.push(await fileOf(entry as FileSystemFileEntry));
      return;
    }
    for (const each of await entriesOf(entry as FileSystemDirectoryEntry)) {
      await readEntry(each, files);
    }
  } catch {
    toast.error(`${entry.name} could not be read. Nothing of it was sent.`);
  }
}

/** The files that were dropped, and those in dropped folders. */
export async function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<File[]> {
  // The list is empty as soon as the event is over.
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of entries) {
    if (entry?.isDirectory) await readEntry(entry, files);
    else if (file) files.push(file);
  }
  if (files.length > MAX_DROPPED_FILES) {
    toast.error(
      `These are the first ${MAX_DROPPED_FILES} files. Drop the rest when they are sent.`,
    );
  }
  return files.slice(0, MAX_DROPPED_FILES);
}
