import { messageOf } from '@cairn/contract/errors';
import { toast } from '../../lib/toast.ts';

/** Of what was dropped, the files; a folder arrives as a file that cannot be read. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const given = [...items].filter(({ kind }) => kind === 'file');
  const isFolder = given.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  if (isFolder.some(Boolean)) toast.error(messageOf('FILE_TOO_SMALL'));
  return [...files].filter((_, index) => !isFolder[index]);
}
