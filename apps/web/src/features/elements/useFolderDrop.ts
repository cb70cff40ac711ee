import type { Element } from '@cairn/contract';
import { withoutExtension } from '../../lib/format/names.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { useBrowserDrop } from '../../ui/useBrowserDrop.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';
import { refuseUploads, uploadAnswers, uploadTurns } from '../documents/upload.ts';
import { NOT_SENT, problemOf } from '../documents/uploadProblems.ts';
import { matchFiles } from './matchFiles.ts';
import type { Folder } from './packageTree.ts';

const titleFor = ({ name }: File): string => withoutExtension(name).slice(0, 255);

/** Creates a request for each file that matches none of the folder's requests. */
async function createRequests(
  { id: parentId, loanId }: Element,
  files: readonly File[],
): Promise<Element[]> {
  if (files.length === 0) return [];
  try {
    const elements = files.map((file) => ({ title: titleFor(file), parentId }));
    return (await send('createElements', { body: { loanId, elements } })).elements;
  } catch (failure) {
    reportFailure(failure, calls.createElements);
    return [];
  }
}

/** Uploads each file to the request that its name matches best. Files without a request are listed with the reason. */
export async function answerRequests(
  folder: Pick<Folder, 'element' | 'files'>,
  files: readonly File[],
  mayRequest: boolean,
): Promise<void> {
  const open = folder.files.filter(
    ({ abilities, questionType }) => abilities.answer && !questionType,
  );
  const matched = matchFiles(files, open);
  const others = matched.flatMap(({ file, element }) => (element ? [] : [file]));
  // A file that is not accepted must not leave an empty request behind.
  const good = mayRequest ? others.filter((file) => problemOf(file) === null) : [];
  const created = Map.groupBy(await createRequests(folder.element, good), ({ title }) => title);
  const placed = matched.map(({ file, element }) => ({
    file,
    element: element ?? created.get(titleFor(file))?.pop(),
  }));
  const homeless = placed.flatMap(({ file, element }) => (element ? [] : [file]));
  if (homeless.length > 0) {
    const reason = `No request in ${folder.element.title} matches this file. Drop it on a row.`;
    refuseUploads(folder.element, homeless, mayRequest ? NOT_SENT : reason);
  }
  const turns = uploadTurns();
  await Promise.all(
    placed.flatMap(({ file, element }) =>
      element ? [uploadAnswers(element, [file], { turns })] : [],
    ),
  );
}

/**
 * Accepts files and folders that are dropped from the desktop on the list of a folder, and matches each file to a
 * request.
 */
export const useFolderDrop = (folder: Folder, mayRequest: boolean) =>
  useBrowserDrop({
    onDrop: (dropped) =>
      void droppedFiles(dropped).then((files) => answerRequests(folder, files, mayRequest)),
  });
