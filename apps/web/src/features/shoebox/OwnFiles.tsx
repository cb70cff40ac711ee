import type { Loan, ShoeboxItem } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconClockHour4, IconInbox, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { withoutExtension } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useStore } from '../../kit/store.ts';
import { useCall } from '../../kit/useCall.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { scanStatus } from './itemStatus.ts';
import classes from './OwnFiles.module.css';
import { Uploading } from './Uploading.tsx';
import { isUploading, type Place, shoeboxUploads, uploadToShoebox } from './uploads.ts';
import { useFileDrop } from './useFileDrop.ts';
import { useFiling } from './useFiling.ts';

const WAITING = {
  label: 'Waiting to be filed by the lender',
  hue: 'gray',
  icon: IconClockHour4,
} as const;
const MINE = { label: 'Only you see it', hue: 'gray', icon: IconInbox } as const;

interface RowProps {
  item: ShoeboxItem;
  onRemove: () => void;
  children?: ReactNode;
}

export function OwnRow({ item, onRemove, children }: RowProps) {
  const now = useNow();
  const name = withoutExtension(item.title);
  return (
    <li className={classes.row}>
      <span className={classes.tile} aria-hidden>
        <FileKind name={item.document.name} />
      </span>
      <span className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>
          {formatSize(item.document.size)}, {formatModified(item.createdDate, now)}
        </span>
        <StatusChip {...(scanStatus(item) ?? (item.loanId === null ? MINE : WAITING))} />
      </span>
      {children}
      {item.abilities.trash && (
        <RowIcon icon={IconTrash} label={`Remove ${name}`} said="Remove" onClick={onRemove} />
      )}
    </li>
  );
}

interface AddFilesProps {
  me: string;
  place: Place;
  title: string;
  lead: string;
}

/** As large as a thumb: files first, questions later. */
export function AddFiles({ me, place, title, lead }: AddFilesProps) {
  const uploading = isUploading(useStore(shoeboxUploads), me);
  return (
    <>
      <section className={classes.add}>
        <IconInbox className={classes.mark ?? ''} size={28} stroke={1.5} aria-hidden />
        <div>
          <h2>{title}</h2>
          <p>{lead}</p>
        </div>
        <Button
          className={classes.addButton ?? ''}
          leftSection={<IconUpload size={17} stroke={1.7} aria-hidden />}
          loading={uploading}
          onClick={() => chooseFiles((files) => void uploadToShoebox(me, files, place))}
        >
          Add files
        </Button>
      </section>
      <Uploading userId={me} place={place} />
    </>
  );
}

const LEAD =
  'Send what you have. Your lender puts each file where it belongs, and you see it in your documents.';

/** What somebody sent to a loan without saying what it is: it waits for the lender. */
export function OwnFiles({ me, loan }: { me: string; loan: Pick<Loan, 'id' | 'name'> }) {
  const place: Place = { loanId: loan.id };
  const list = useCall('listLoanShoebox', { query: { loanId: [loan.id] } });
  const { leaving, throwAway } = useFiling();
  const { over, handlers } = useFileDrop(me, place);
  const items = list.data?.items.filter(({ id }) => !leaving.has(id));
  return (
    <div className={classes.page} data-over={over || undefined} {...handlers}>
      <AddFiles
        {...{ me, place }}
        title="Not sure where a file belongs?"
        lead={`${LEAD} A phone photo is fine.`}
      />
      {!list.data && (
        <NotThere
          query={list}
          loading="Loading your files"
          failed="Your files could not be loaded"
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="Nothing waits">
          What you add here is listed until it is filed.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={classes.rows} aria-label={`Files for ${loan.name}`}>
          {items.map((item) => (
            <OwnRow key={item.id} item={item} onRemove={() => throwAway(item)} />
          ))}
        </ul>
      )}
      <Link to={routes.shoeboxTrash} className={classes.trash ?? ''}>
        Removed files
      </Link>
    </div>
  );
}
