import type { PackageFile } from '@cairn/contract';
import {
  EXPORT_OPTIONS,
  LEFT_OUT_SENTENCES,
  type ExportOptions,
} from '@cairn/contract/export-terms';
import { Box, Button, Flex, Modal, Text } from '@mantine/core';
import { IconFileTypePdf, IconFileZip, IconFolderDown } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useNow } from '../../lib/clock.ts';
import { useShownExports } from '../../lib/shownExports.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import { useAction } from '../../lib/useAction.ts';
import { callOptions } from '../../lib/useCall.ts';
import classes from './DownloadDialog.module.css';
import { downloadExport, logFailure } from './downloadExport.ts';
import { ExportOptionsFields } from './ExportOptionsFields.tsx';
import { ExportPreview } from './ExportPreview.tsx';
import { flagsOf, NO_OPTIONS, optionsIn, type OptionFlags } from './exportOptions.ts';
import { VerifyPageLink } from './VerifyPageLink.tsx';
import { SharePointSection } from './SharePointSection.tsx';
import {
  documents,
  isBeingMade,
  expiryWords,
  KIND_WORDS,
  leftOutOf,
  offerToMake,
  statusWords,
} from './exportText.ts';
import { RowList } from '../../ui/RowList.tsx';

const ICONS = { ZIP: IconFileZip, PDF: IconFileTypePdf, ZIP_PDF: IconFolderDown };
const LOOK_AGAIN_MS = 1500;

/** An event announces that an export is ready. The progress until then is polled. */
function usePackages(loanId: string, query: OptionFlags) {
  return useQuery({
    ...callOptions('listPackages', { params: { id: loanId }, query }, { onFailure: logFailure }),
    // Keeps the previous list on the page while the list for changed options loads.
    placeholderData: keepPreviousData,
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
          // Two requests in a folder can have the same title, so the index is the key.
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
  flags,
  file,
  besides,
}: {
  loanId: string;
  flags: OptionFlags;
  file: PackageFile;
  besides: PackageFile['leftOut'];
}) {
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const { name, says, action } = KIND_WORDS[file.kind];
  const Icon = ICONS[file.kind];
  const take = () => {
    setAsking(true);
    void downloadExport(loanId, file.kind, flags).finally(() => setAsking(false));
  };
  return (
    <Flex component="li" className={classes.file} align="flex-start" gap="sm" px="md" py={14}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <Text component="div" size="meta" flex={1} miw={0} c="var(--ink-2)">
        <Text component="h3" size="table" c="var(--ink)" fw={600}>
          {name}
        </Text>
        <p>{says}</p>
        <Box component="p" className={classes.standing} mt="s4" data-state={file.state}>
          {statusWords(file, now)}
        </Box>
        {file.state === 'RUNNING' && (
          <Box mt="s6">
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
  /** The options of the download to show, by name; undefined for the defaults. */
  chosen: string | undefined;
  onClose: () => void;
}

function Body({
  loanId,
  chosen,
  isLender,
}: Pick<DownloadDialogProps, 'loanId' | 'chosen'> & { isLender: boolean }) {
  const [options, setOptions] = useState<ExportOptions>(() =>
    chosen ? optionsIn(chosen) : { ...NO_OPTIONS, cover: isLender },
  );
  useShownExports(loanId);
  const flags = flagsOf(options);
  const { data, isError } = usePackages(loanId, flags);
  const make = useAction('refreshPackages');
  const cancel = useAction('cancelPackages');
  const files = data?.packages ?? NONE;
  useAnnouncements(files);
  // The failure is only logged [R300]; the page says that the package is unavailable.
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
  const fields = isLender && (
    <ExportOptionsFields options={options} offered={EXPORT_OPTIONS} onChange={setOptions} />
  );
  if (data.files === 0) {
    return (
      <>
        {options.approvedOnly && fields}
        <Text mb="sm" c="var(--ink-2)">
          {options.approvedOnly
            ? 'No document is approved yet.'
            : 'Nothing to download yet. Documents appear here once they’re uploaded and scanned.'}
        </Text>
        {missing}
      </>
    );
  }
  const offer = offerToMake(files);
  return (
    <Flex direction={{ base: 'column', wide: 'row' }} gap="xl" align="stretch">
      <Box flex={3} miw={0}>
        <Text mb="sm" c="var(--ink-2)">
          {documents(data.files)}, as you see them here.
        </Text>
        {fields}
        <RowList framed>
          {files.map((file) => (
            <FileRow
              key={file.kind}
              loanId={loanId}
              flags={flags}
              file={file}
              besides={besides(file)}
            />
          ))}
        </RowList>
        {missing}
        <Text size="meta" c="dimmed" mt="xs">
          Each file carries a signed list of its documents. <VerifyPageLink /> shows offline whether
          anything was changed.
        </Text>
        <div className={classes.foot}>
          <Text size="meta" c="dimmed">
            {expiryWords(files)}
          </Text>
          {offer !== null && (
            <Button
              data-autofocus
              loading={make.isPending}
              onClick={() =>
                make.mutate({
                  params: { id: loanId },
                  query: { zip: 'true', pdf: 'true', ...flags },
                })
              }
            >
              {offer}
            </Button>
          )}
          {files.some(({ cancelable }) => cancelable) && (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: loanId }, query: flags })}
            >
              Cancel
            </Button>
          )}
        </div>
      </Box>
      <Box flex={2} miw={0} p="md" bg="var(--sunken)" bdrs="lg">
        <ExportPreview
          {...{ loanId, options }}
          files={data.files}
          contents={data.contents}
          leftOut={everywhere}
        />
      </Box>
    </Flex>
  );
}

const NONE: PackageFile[] = [];

/** Exports of the whole package. Loaded on demand. */
export default function DownloadDialog({ loanId, chosen, onClose }: DownloadDialogProps) {
  const user = useUser();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Download the package"
      size={900}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Body loanId={loanId} chosen={chosen} isLender={isLenderStaff(user)} />
      {isLenderStaff(user) && <SharePointSection loanId={loanId} />}
    </Modal>
  );
}
