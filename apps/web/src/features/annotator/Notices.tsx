/** What stands in the place of a file that is not here. */
import type { OpenedDocument } from '@cairn/contract/documents';
import { Button } from '@mantine/core';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import classes from './Annotator.module.css';
import { Bar } from './Bar.tsx';

/** The outline of a page, once the wait is noticeable. */
export function PageSkeleton() {
  const waiting = useDelayed(true);
  return (
    <output className={classes.skeleton} aria-label="Loading the file">
      {waiting && <span className={classes.sheet} />}
    </output>
  );
}

interface InPlaceProps {
  document: OpenedDocument | undefined;
  title: string;
  children?: string;
  action?: React.ReactNode;
}

function InPlace({ document, title, children, action }: InPlaceProps) {
  return (
    <>
      <Bar document={document} />
      <div className={classes.notice}>
        <EmptyState title={title} action={action}>
          {children}
        </EmptyState>
      </div>
    </>
  );
}

export function Unshowable({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace
      document={document}
      title="This file cannot be shown"
      action={document && <DownloadButton documentId={document.id} title={document.name} />}
    >
      It may be damaged, locked with a password, or no PDF at all. You can still download it.
    </InPlace>
  );
}

export function Failed({ again }: { again: () => void }) {
  return (
    <InPlace
      document={undefined}
      title="The file could not be loaded"
      action={
        <Button variant="default" onClick={again}>
          Try again
        </Button>
      }
    />
  );
}

export function Checking({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace document={document} title="Checking file">
      It is being checked for viruses, and opens by itself when that is done.
    </InPlace>
  );
}

export function Blocked({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace document={document} title="This file is blocked">
      The check found a virus in it. Nobody gets it; please ask for it once more.
    </InPlace>
  );
}

export function Loading({ document }: { document: OpenedDocument | undefined }) {
  return (
    <>
      <Bar document={document} />
      <div className={classes.stage}>
        <PageSkeleton />
      </div>
    </>
  );
}
