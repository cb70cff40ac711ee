import type { PackageFile } from '@cairn/contract';
import { LEFT_OUT_SENTENCES } from '@cairn/contract/export-terms';
import { Box, Button, Flex, Modal, Text } from '@mantine/core';
import { IconFileTypePdf, IconFileZip, IconFolderDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useNow } from '../../lib/clock.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useAction } from '../../lib/useAction.ts';
import { callOptions } from '../../lib/useCall.ts';
import classes from './DownloadDialog.module.css';
import { downloadExport, logFailure } from './downloadExport.ts';
import {
  documents,
  isBeingMade,
  expiryWords,
  KIND_WORDS,
  leftOutOf,
  offerToMake,
  statusWords,
} from './words.ts';

const ICONS = { ZIP: IconFileZip, PDF: IconFileTypePdf, ZIP_PDF: IconFolderDown };
const LOOK_AGAIN_MS = 1500;

/** Events tell when one is ready; how far it is while it is made is asked for. */
function usePackages(loanId: string) {
  return useQuery({
    ...callOptions('listPackages', { params: { id: loanId } }, { onFailure: logFailure }),
    refetchInterval: ({ state }) =>
      state.data?.packages.some(isBeingMade) ? LOOK_AGAIN_MS : false,
  });
}

function useAnnouncements(files: readonly PackageFile[]): void {
  const before = useRef<readonly PackageFile[]>([]);
  useEffect(() => {
    for (const { kind, state } of files) {
      const then = before.current.find((each) => each.kind === kind);
      if (then && isBeingMade(then) && state === 'READY') {
        announce(`${KIND_WORDS[kind].name} is ready`);
      }
    }
    before.current = files;
  }, [files]);
}

function LeftOutList({ says, files }: { says: string; files: PackageFile['leftOut'] }) {
  if (files.length === 0) return null;
  return (
    <Text component="details" className={classes.leftOut} mt="xs" c="var(--ink-2)" size="meta">
      <summary>{says}</summary>
      <ul>
        {files.map(({ folder, title, reason }, index) => (
          // Two requests may have one title, in one folder.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Box component="strong" c="var(--ink)" fw={500}>
              {title}
            </Box>
            {folder !== '' && ` in ${folder}`}
            <Box component="span" display="block">
              {LEFT_OUT_SENTENCES[reason]}
            </Box>
          </li>
        ))}
      </ul>
    </Text>
  );
}

function FileRow({
  loanId,
  file,
  besides,
}: {
  loanId: string;
  file: PackageFile;
  besides: PackageFile['leftOut'];
}) {
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const { name, says, action } = KIND_WORDS[file.kind];
  const Icon = ICONS[file.kind];
  const take = () => {
    setAsking(true);
    void downloadExport(loanId, file.kind).finally(() => setAsking(false));
  };
  return (
    <Flex component="li" className={classes.file} align="flex-start" gap="sm" px="md" py={14}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <Text component="div" size="meta" flex={1} miw={0} c="var(--ink-2)">
        <Text component="h3" size="table" c="var(--ink)" fw={600}>
          {name}
        </Text>
        <p>{says}</p>
        <Box component="p" className={classes.standing} mt={4} data-state={file.state}>
          {statusWords(file, now)}
        </Box>
        {file.state === 'RUNNING' && (
          <Box mt={6}>
            <ProgressBar answered={file.percent} approved={0} />
          </Box>
        )}
        <LeftOutList
          says={`${documents(besides.length)} without pages, listed at its end`}
          files={besides}
        />
      </Text>
      {file.state === 'READY' && (
        <Button
          variant="default"
          loading={asking}
          onClick={take}
          aria-label={`${action} ${name}`}
          className={classes.take ?? ''}
        >
          {action}
        </Button>
      )}
    </Flex>
  );
}

interface DownloadDialogProps {
  loanId: string;
  onClose: () => void;
}

function Body({ loanId }: { loanId: string }) {
  const { data, isError } = usePackages(loanId);
  const make = useAction('refreshPackages');
  const files = data?.packages ?? NONE;
  useAnnouncements(files);
  // Logged, and no more: what cannot be said is not said.
  if (isError && !data)
    return (
      <Text mb="sm" c="var(--ink-2)">
        The package isn’t available right now.
      </Text>
    );
  if (!data) return <RowsSkeleton label="Loading the package" rows={3} />;
  const { everywhere, besides } = leftOutOf(files);
  const missing = (
    <LeftOutList says={`${documents(everywhere.length)} not included`} files={everywhere} />
  );
  if (data.files === 0) {
    return (
      <>
        <Text mb="sm" c="var(--ink-2)">
          Nothing to download yet. Documents appear here once they’re uploaded and scanned.
        </Text>
        {missing}
      </>
    );
  }
  const offer = offerToMake(files);
  return (
    <>
      <Text mb="sm" c="var(--ink-2)">
        {documents(data.files)}, as you see them here.
      </Text>
      <Box component="ul" m={0} p={0} bd="var(--border)" bdrs="lg" style={{ listStyle: 'none' }}>
        {files.map((file) => (
          <FileRow key={file.kind} loanId={loanId} file={file} besides={besides(file)} />
        ))}
      </Box>
      {missing}
      <div className={classes.foot}>
        <Text size="meta" c="dimmed">
          {expiryWords(files)}
        </Text>
        {offer !== null && (
          <Button
            data-autofocus
            loading={make.isPending}
            onClick={() =>
              make.mutate({ params: { id: loanId }, query: { zip: 'true', pdf: 'true' } })
            }
          >
            {offer}
          </Button>
        )}
      </div>
    </>
  );
}

const NONE: PackageFile[] = [];

/** Exports of the package: loaded on demand. */
export default function DownloadDialog({ loanId, onClose }: DownloadDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Download the package"
      size={520}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Body loanId={loanId} />
    </Modal>
  );
}
