import type { PackageFile } from '@cairn/contract';
import { LEFT_OUT_SENTENCES } from '@cairn/contract/package-terms';
import { Button, Modal } from '@mantine/core';
import { IconFileTypePdf, IconFileZip, IconFolderDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../kit/announce.ts';
import { useNow } from '../../kit/clock.ts';
import { ProgressBar } from '../../kit/Progress.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useAction } from '../../kit/useAction.ts';
import { callOptions } from '../../kit/useCall.ts';
import classes from './DownloadDialog.module.css';
import { handOut, logFailure } from './handOut.ts';
import {
  documents,
  isBeingMade,
  keeping,
  KIND_WORDS,
  leftOutOf,
  offerToMake,
  standing,
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
    <details className={classes.leftOut}>
      <summary>{says}</summary>
      <ul>
        {files.map(({ folder, title, reason }, index) => (
          // Two requests may have one title, in one folder.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>
            <strong>{title}</strong>
            {folder !== '' && ` in ${folder}`}
            <span>{LEFT_OUT_SENTENCES[reason]}</span>
          </li>
        ))}
      </ul>
    </details>
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
    void handOut(loanId, file.kind).finally(() => setAsking(false));
  };
  return (
    <li className={classes.file}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div className={classes.about}>
        <h3>{name}</h3>
        <p>{says}</p>
        <p className={classes.standing} data-state={file.state}>
          {standing(file, now)}
        </p>
        {file.state === 'RUNNING' && (
          <div className={classes.progress}>
            <ProgressBar answered={file.percent} approved={0} />
          </div>
        )}
        <LeftOutList
          says={`${documents(besides.length)} without pages, listed at its end`}
          files={besides}
        />
      </div>
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
    </li>
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
  if (isError && !data) return <p className={classes.lead}>Nothing to show right now.</p>;
  if (!data) return <RowsSkeleton label="Loading the package" rows={3} />;
  const { everywhere, besides } = leftOutOf(files);
  const missing = (
    <LeftOutList says={`${documents(everywhere.length)} not included`} files={everywhere} />
  );
  if (data.files === 0) {
    return (
      <>
        <p className={classes.lead}>
          Nothing to download yet. Documents come in once they were sent and checked.
        </p>
        {missing}
      </>
    );
  }
  const offer = offerToMake(files);
  return (
    <>
      <p className={classes.lead}>{documents(data.files)}, as you see them here.</p>
      <ul className={classes.files}>
        {files.map((file) => (
          <FileRow key={file.kind} loanId={loanId} file={file} besides={besides(file)} />
        ))}
      </ul>
      {missing}
      <div className={classes.foot}>
        <p>{keeping(files)}</p>
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

/** The package as files: loaded when somebody asks for it. */
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
