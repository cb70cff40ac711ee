import { IconUpload, IconX } from '@tabler/icons-react';
import { withoutExtension } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useStore } from '../../kit/store.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import classes from './Shoebox.module.css';
import {
  dismissUpload,
  type Place,
  shoeboxUploads,
  uploadToShoebox,
  uploadsOf,
} from './uploads.ts';

interface UploadingProps {
  userId: string;
  place: Place;
}

/** Files on their way, and those that did not arrive. */
export function Uploading({ userId, place }: UploadingProps) {
  const uploads = uploadsOf(useStore(shoeboxUploads), userId, place);
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Uploads">
      {uploads.map((upload) => {
        const going = upload.state === 'sending' || upload.state === 'saving';
        const name = withoutExtension(upload.fileName);
        return (
          <li key={upload.id} className={classes.upload}>
            <FileKind name={upload.fileName} />
            <span className={classes.about}>
              <span className={classes.cut}>{name}</span>
              <span className={classes.from}>{upload.reason ?? formatSize(upload.size)}</span>
            </span>
            <UploadProgress upload={upload} />
            {upload.state !== 'saving' && (
              <RowIcon
                icon={IconX}
                label={going ? `Cancel the upload of ${name}` : `Remove ${name} from the list`}
                onClick={() => (going ? upload.cancel() : dismissUpload(userId, upload.id))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Where files from the desktop go, by a drop or by choice. */
export function DropHere({ userId, place, label }: UploadingProps & { label: string }) {
  return (
    <button
      type="button"
      className={classes.dropHere}
      onClick={() => chooseFiles((files) => void uploadToShoebox(userId, files, place))}
    >
      <IconUpload size={17} stroke={1.7} aria-hidden />
      {label}
    </button>
  );
}
