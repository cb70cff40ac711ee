import { toast } from '../../lib/toast.ts';

/**
 * Maximum number of files in one drop, because each file gets its own row on the page. The user drops the remaining
 * files later.
 */
export const MAX_DROPPED_FILES = 500;

/** Hidden files and files that operating systems create in folders. */
const isLitter = (name: string): boolean =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A directory reader returns entries in batches; an empty batch marks the end. */
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

/** The dropped files, including the files in dropped folders. */
export async function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<File[]> {
  // All entries are read before the first await, because the browser clears the list when the event ends.
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
