import type { Element } from '@cairn/contract';
import { withoutExtension } from '../../lib/format/names.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';
import { useBrowserDrop } from '../../ui/useBrowserDrop.ts';
import { uploadAnswer } from '../documents/upload.ts';
import { matchFiles } from './matchFiles.ts';
import type { Folder } from './packageTree.ts';

/** A file that no request of the folder is like gets a place of its own, where that is allowed. */
async function createRequest(folder: Folder, file: File): Promise<Element | undefined> {
  const { id: parentId, loanId } = folder.element;
  try {
    const { elements } = await send('createElements', {
      body: { loanId, elements: [{ title: withoutExtension(file.name).slice(0, 255), parentId }] },
    });
    return elements[0];
  } catch (failure) {
    reportFailure(failure, calls.createElements);
    return undefined;
  }
}

async function answerRequests(folder: Folder, files: File[], mayRequest: boolean): Promise<void> {
  const open = folder.files.filter(
    ({ abilities, questionType }) => abilities.answer && !questionType,
  );
  for (const { file, element } of matchFiles(files, open)) {
    const place = element ?? (mayRequest ? await createRequest(folder, file) : undefined);
    if (place) void uploadAnswer(place, file);
    else
      toast.info(`No request in ${folder.element.title} matches ${file.name}. Drop it on a row.`);
  }
}

/** Files from the desktop, dropped on the list of a folder: each finds its request by its name. */
export const useFolderDrop = (folder: Folder, mayRequest: boolean) =>
  useBrowserDrop({ onDrop: ({ files }) => void answerRequests(folder, [...files], mayRequest) });
