import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { DownloadJob, DownloadPart } from '@cairn/contract';
import type { ExportOption, ExportOptions } from '@cairn/contract/export-terms';
import { Box, Button, Checkbox, Flex, Group, Modal, Text } from '@mantine/core';
import { IconFileTypePdf, IconFileZip, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { useShownExports } from '../../lib/shownExports.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import { useAction } from '../../lib/useAction.ts';
import { callOptions } from '../../lib/useCall.ts';
import classes from './DownloadDialog.module.css';
import { ExportOptionsFields } from './ExportOptionsFields.tsx';
import { NO_OPTIONS } from './exportOptions.ts';
import { documents, endWords, isUnderWay, jobTitle, partWords } from './exportText.ts';
import { RowList } from '../../ui/RowList.tsx';

const LOOK_AGAIN_MS = 1500;

/** The loan whose elements are downloaded, or null for files in the user's shoebox. */
interface Source {
  loanId: string | null;
}

/** An event announces that a download is ready. The progress until then is polled. */
function useJobs({ loanId }: Source) {
  const ofLoan = useQuery({
    ...callOptions('listElementDownloads', { params: { loanId: loanId ?? '' } }),
    enabled: loanId !== null,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });
  const ofShoebox = useQuery({
    ...callOptions('listShoeboxDownloads', {}),
    enabled: loanId === null,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });
  return loanId === null ? ofShoebox : ofLoan;
}

function useJobActions({ loanId }: Source) {
  const createOfLoan = useAction('createElementDownload');
  const createOfShoebox = useAction('createShoeboxDownload');
  const removeOfLoan = useAction('removeElementDownloads');
  const removeOfShoebox = useAction('removeShoeboxDownloads');
  return {
    isCreating: createOfLoan.isPending || createOfShoebox.isPending,
    create: (
      ids: string[],
      kinds: { zip: boolean; pdf: boolean },
      { approvedOnly, ...pages }: ExportOptions,
    ) =>
      loanId === null
        ? createOfShoebox.mutate({ body: { itemIds: ids, ...kinds, ...pages } })
        : createOfLoan.mutate({
            params: { loanId },
            body: { elementIds: ids, ...kinds, ...pages, approvedOnly },
          }),
    repeat: ({ id: jobid, zip, pdf }: DownloadJob) => {
      const body = { jobid, zip: zip.state !== 'NEVER', pdf: pdf.state !== 'NEVER' };
      if (loanId === null) createOfShoebox.mutate({ body });
      else createOfLoan.mutate({ params: { loanId }, body });
    },
    remove: (jobid: string) =>
      loanId === null
        ? removeOfShoebox.mutate({ query: { jobid } })
        : removeOfLoan.mutate({ params: { loanId }, query: { jobid } }),
  };
}

function useAnnouncements(jobs: readonly DownloadJob[]): void {
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const job of jobs) {
      if (before.current.has(job.id) && !isUnderWay(job)) announce(endWords(job));
    }
    before.current = new Set(jobs.filter(isUnderWay).map(({ id }) => id));
  }, [jobs]);
}

const NAMES = { zip: 'Zip', pdf: 'PDF' } as const;
const ICONS = { zip: IconFileZip, pdf: IconFileTypePdf };

interface PartProps {
  kind: 'zip' | 'pdf';
  part: DownloadPart;
  outOfDate: boolean;
  title: string;
}

/** NEVER means that this kind was not requested; it is not shown. */
function Part({ kind, part, outOfDate, title }: PartProps) {
  if (part.state === 'NEVER') return null;
  const Icon = ICONS[kind];
  return (
    <Box mt="s6">
      <Group gap="xs" wrap="nowrap" mih={30}>
        <Icon size={17} stroke={1.6} aria-hidden />
        <Text component="span" size="meta" c="var(--ink-2)" flex={1} miw={0}>
          {NAMES[kind]}: {partWords(part, outOfDate)}
          {part.size !== null && !outOfDate && `, ${formatSize(part.size)}`}
        </Text>
        {part.url !== null && (
          <Button
            component="a"
            href={part.url}
            download
            variant="default"
            size="compact-sm"
            className={classes.take ?? ''}
            aria-label={`Download ${title} as ${NAMES[kind]}`}
          >
            Download
          </Button>
        )}
      </Group>
      {part.state === 'RUNNING' && <ProgressBar answered={part.percent} approved={0} />}
      {part.leftOut.length > 0 && (
        <Text size="meta" c="dimmed">
          {documents(part.leftOut.length)} not included:{' '}
          {part.leftOut.map((each) => each.title).join(', ')}
        </Text>
      )}
    </Box>
  );
}

interface JobRowProps {
  job: DownloadJob;
  isCreating: boolean;
  onRepeat: () => void;
  onRemove: () => void;
}

function JobRow({ job, isCreating, onRepeat, onRemove }: JobRowProps) {
  const now = useNow();
  const title = jobTitle(job);
  return (
    <Flex component="li" className={classes.file} align="flex-start" gap="sm" px="md" py="sm">
      <Box flex={1} miw={0}>
        <Text component="h3" size="table" fw={600} truncate>
          {title}
        </Text>
        <Text size="meta" c="dimmed">
          {formatModified(job.createdDate, now)}
        </Text>
        <Part kind="zip" part={job.zip} outOfDate={job.outOfDate} title={title} />
        <Part kind="pdf" part={job.pdf} outOfDate={job.outOfDate} title={title} />
      </Box>
      {job.repeatable && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isCreating}
          aria-label={`Prepare ${title} again`}
          onClick={onRepeat}
        >
          Prepare again
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconX size={15} stroke={1.7} aria-hidden />}
        aria-label={`${isUnderWay(job) ? 'Cancel' : 'Remove'} ${title}`}
        onClick={onRemove}
      >
        {isUnderWay(job) ? 'Cancel' : 'Remove'}
      </Button>
    </Flex>
  );
}

interface SelectionDialogProps extends Source {
  /** If empty, the dialog lists only the earlier downloads. */
  ids: readonly string[];
  onClose: () => void;
}

const NONE: DownloadJob[] = [];

function CreateForm({ loanId, ids }: Omit<SelectionDialogProps, 'onClose'>) {
  const { create, isCreating } = useJobActions({ loanId });
  const [kinds, setKinds] = useState({ zip: true, pdf: false });
  const user = useUser();
  const [options, setOptions] = useState(NO_OPTIONS);
  const offered: ExportOption[] = [
    ...(loanId !== null && isLenderStaff(user) ? (['approvedOnly'] as const) : []),
    ...(kinds.pdf ? (['cover', 'stamps'] as const) : []),
  ];
  const toggle = (kind: 'zip' | 'pdf') => () => setKinds((now) => ({ ...now, [kind]: !now[kind] }));
  return (
    <>
      <Group gap="lg" mb="sm">
        <Checkbox
          data-autofocus
          label="Zip of the original files"
          checked={kinds.zip}
          onChange={toggle('zip')}
        />
        <Checkbox label="One PDF of all pages" checked={kinds.pdf} onChange={toggle('pdf')} />
      </Group>
      <ExportOptionsFields options={options} offered={offered} onChange={setOptions} />
      <div className={classes.foot}>
        <Text size="meta" c="dimmed">
          Only files that you can see. Available for a day.
        </Text>
        <Button
          loading={isCreating}
          disabled={!kinds.zip && !kinds.pdf}
          onClick={() => create([...ids], kinds, options)}
        >
          Prepare download
        </Button>
      </div>
    </>
  );
}

function Jobs({ loanId }: Source) {
  const { data, isError } = useJobs({ loanId });
  const { repeat, remove, isCreating } = useJobActions({ loanId });
  const jobs = data?.jobs ?? NONE;
  useShownExports(loanId);
  useAnnouncements(jobs);
  return (
    <>
      {!data && !isError && <RowsSkeleton label="Loading your downloads" rows={1} />}
      {isError && !data && (
        <Text mt="md" c="var(--ink-2)">
          Your downloads aren’t available right now.
        </Text>
      )}
      {jobs.length > 0 && (
        <RowList
          framed
          aria-label="Your downloads"
          mt="md"
          mah="50dvh"
          style={{ overflowY: 'auto' }}
        >
          {jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              isCreating={isCreating}
              onRepeat={() => repeat(job)}
              onRemove={() => remove(job.id)}
            />
          ))}
        </RowList>
      )}
    </>
  );
}

function titleOf(count: number): string {
  if (count === 0) return 'Your downloads';
  return count === 1 ? 'Download 1 item' : `Download ${count} items`;
}

/** Downloads the selected files and lists earlier downloads. Loaded on demand. */
export default function SelectionDialog({ loanId, ids, onClose }: SelectionDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(ids.length)}
      size={520}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {ids.length > 0 && <CreateForm loanId={loanId} ids={ids} />}
      <Jobs loanId={loanId} />
    </Modal>
  );
}
