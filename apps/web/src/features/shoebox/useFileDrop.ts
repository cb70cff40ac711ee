import { useWindowDrop } from '../../ui/useBrowserDrop.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';
import type { Place } from './shoeboxUploads.ts';
import { uploadToShoebox } from './uploads.ts';

/**
 * Uploads files that are dropped anywhere on the page to the shoebox. Returns true while files are dragged over the
 * page.
 */
export const useFileDrop = (userId: string, place: Place): boolean =>
  useWindowDrop((dropped) => {
    void droppedFiles(dropped).then((files) => uploadToShoebox(userId, files, place));
  });
