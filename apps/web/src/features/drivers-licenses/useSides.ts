import { messageOf } from '@cairn/contract/errors';
import type { LicenseSide } from '@cairn/contract/drivers-license-terms';
import { useReducer } from 'react';
import { announce } from '../../lib/announce.ts';
import { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { pageJob } from '../capture/pageJobs.ts';
import { sendFile, step } from '../documents/sendFile.ts';
import { NOT_SENT, notSentBecause } from '../documents/uploadProblems.ts';
import { isHeic, nextSides, NO_SIDES, pictureName, pictureProblem } from './sides.ts';

/** Converts HEIC to JPEG if the browser can decode it. Other pictures are sent unchanged. */
async function pictureToSend(side: LicenseSide, file: File): Promise<File> {
  const name = pictureName(side, file);
  if (isHeic(name)) {
    const page = await pageJob({ kind: 'take', file }).catch(() => null);
    if (page)
      return new File([page.photo], `${name.slice(0, name.lastIndexOf('.'))}.jpg`, {
        type: 'image/jpeg',
      });
  }
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}

const REMOVALS = { front: 'removeLicenseFront', back: 'removeLicenseBack' } as const;

/** Uploads the two pictures to the person's license. */
export function useSides({ loanId, personId }: { loanId: string; personId: string }) {
  const [sides, dispatch] = useReducer(nextSides, NO_SIDES);

  const fail = (side: LicenseSide, file: File, failure: unknown) => {
    // The client already reported a failed call. A failure of the object storage has not been reported yet.
    if (!(failure instanceof CallError)) {
      console.error('upload failed', failure);
      toast.error(NOT_SENT);
    }
    dispatch({ side, kind: 'failed', reason: notSentBecause(file, failure).reason });
  };

  const send = async (side: LicenseSide, file: File): Promise<void> => {
    dispatch({ side, kind: 'chosen', file });
    try {
      const documentId = await sendFile(
        await pictureToSend(side, file),
        { loanId },
        {
          signal: new AbortController().signal,
          onProgress: ({ percent }) => dispatch({ side, kind: 'progress', percent }),
          onSaving: () => {},
        },
      );
      await step('addLicenseImage', { params: { id: personId }, body: { side, documentId } });
      await refresh(calls.addLicenseImage.changes);
      dispatch({ side, kind: 'sent' });
      announce(`Picture of the ${side} saved`);
    } catch (failure) {
      fail(side, file, failure);
    }
  };

  /** Returns false if the file cannot be used, after showing an error. */
  const take = (side: LicenseSide, file: File): boolean => {
    const problem = pictureProblem(side, file);
    if (problem) {
      toast.error(messageOf(problem));
      return false;
    }
    void send(side, file);
    return true;
  };

  const remove = async (side: LicenseSide): Promise<void> => {
    dispatch({ side, kind: 'removing' });
    try {
      await step(REMOVALS[side], { params: { id: personId } });
      await refresh(calls[REMOVALS[side]].changes);
      dispatch({ side, kind: 'removed' });
      announce(`Picture of the ${side} removed`);
    } catch {
      dispatch({ side, kind: 'failed', reason: 'The picture could not be removed. Try again.' });
    }
  };
  return { sides, take, remove };
}
