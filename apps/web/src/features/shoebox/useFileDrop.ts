import { useWindowDrop } from '../../ui/useBrowserDrop.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';
import type { Place } from './shoeboxUploads.ts';
import { uploadToShoebox } from './uploads.ts';

/** Files dropped anywhere on the page go to the shoebox. True while they are over it. */
export const useFileDrop = (userId: string, place: Place): boolean =>
  useWindowDrop((dropped) => {
    void droppedFiles(dropped).then((files) => uploadToShoebox(userId, files, place));
  });
