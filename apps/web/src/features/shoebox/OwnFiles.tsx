import type { Loan, ShoeboxItem } from '@cairn/contract';
import { Button, Center, Group, Paper, Stack, Text } from '@mantine/core';
import { IconClockHour4, IconInbox, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useStore } from '../../lib/store.ts';
import { useCall } from '../../lib/useCall.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { DownloadFiles } from './DownloadFiles.tsx';
import { scanStatus } from './itemStatus.ts';
import classes from './OwnFiles.module.css';
import { UploadList } from './UploadList.tsx';
import { type Place, shoeboxUploads } from './shoeboxUploads.ts';
import { isUploading, uploadToShoebox } from './uploads.ts';
import { useFileDrop } from './useFileDrop.ts';
import { useFileItems } from './useFileItems.ts';

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
    <Group
      component="li"
      wrap="nowrap"
      gap="sm"
      mih={72}
      py="s10"
      px="sm"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
    >
      <Center component="span" flex="none" w={40} h={40} bdrs="md" bg="var(--sunken)" aria-hidden>
        <FileKind name={item.document.name} />
      </Center>
      <Stack component="span" align="flex-start" gap="s2" flex={1} miw={0}>
        <Text component="span" truncate size="body" fw={600} maw="100%">
          {name}
        </Text>
        <Text span className={classes.note} c="dimmed" size="meta">
          {formatSize(item.document.size)}, {formatModified(item.createdDate, now)}
        </Text>
        {item.anonymousSender && (
          <Text span className={classes.note} c="dimmed" size="meta">
            From {item.anonymousSender.emailAddress} (without an account, address verified)
            {item.anonymousSender.note !== null && `: “${item.anonymousSender.note}”`}
          </Text>
        )}
        <StatusChip {...(scanStatus(item) ?? (item.loanId === null ? MINE : WAITING))} />
      </Stack>
      {children}
      {item.abilities.trash && (
        <RowIcon icon={IconTrash} label={`Remove ${name}`} hintText="Remove" onClick={onRemove} />
      )}
    </Group>
  );
}

interface AddFilesProps {
  me: string;
  place: Place;
  title: string;
  lead: string;
}

/** A large upload button: users upload files first and decide later where they belong. */
export function AddFiles({ me, place, title, lead }: AddFilesProps) {
  const uploading = isUploading(useStore(shoeboxUploads), me);
  return (
    <>
      <Paper component="section" className={classes.add} withBorder radius="lg" p="s20">
        <IconInbox className={classes.mark ?? ''} size={28} stroke={1.5} aria-hidden />
        <div>
          <Text component="h2" size="section" fw={600}>
            {title}
          </Text>
          <Text size="body" mt="s2" c="var(--ink-2)">
            {lead}
          </Text>
        </div>
        <Button
          className={classes.addButton ?? ''}
          leftSection={<IconUpload size={17} stroke={1.7} aria-hidden />}
          loading={uploading}
          onClick={() => chooseFiles((files) => void uploadToShoebox(me, files, place))}
        >
          Add files
        </Button>
      </Paper>
      <UploadList userId={me} place={place} />
    </>
  );
}

const LEAD = 'Send what you have. Your lender files it, and you’ll see it in your documents.';

/** Files that the user sent to a loan without choosing a request. They wait until the lender files them. */
export function OwnFiles({ me, loan }: { me: string; loan: Pick<Loan, 'id' | 'name'> }) {
  const place: Place = { loanId: loan.id };
  const list = useCall('listLoanShoebox', { query: { loanId: [loan.id] } });
  const { leaving, throwAway } = useFileItems();
  const over = useFileDrop(me, place);
  const items = list.data?.items.filter(({ id }) => !leaving.has(id));
  return (
    <div className={classes.page} data-over={over || undefined}>
      <AddFiles
        {...{ me, place }}
        title="Not sure where a file belongs?"
        lead={`${LEAD} A phone photo is fine.`}
      />
      {!list.data && (
        <QueryFallback
          query={list}
          loading="Loading your files"
          failed="Your files could not be loaded"
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="No files waiting">
          Files you add are listed here until they’re filed.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <Stack component="ul" gap="xs" aria-label={`Files for ${loan.name}`}>
          {items.map((item) => (
            <OwnRow key={item.id} item={item} onRemove={() => throwAway(item)} />
          ))}
        </Stack>
      )}
      {items && items.length > 0 && <DownloadFiles items={items} />}
      <Link
        to={routes.shoeboxTrash}
        style={{ justifySelf: 'start', color: 'var(--ink-2)', font: 'var(--font-table)' }}
      >
        Removed files
      </Link>
    </div>
  );
}
