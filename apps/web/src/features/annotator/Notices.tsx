/** Messages that replace a file that cannot be displayed. */
import {
  CONTENT_PROBLEM_TEXTS,
  contentProblemOf,
  scanReasonText,
} from '@cairn/contract/file-terms';
import type { OpenedDocument } from '@cairn/contract/documents';
import { Box, Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import classes from './Annotator.module.css';
import { Bar } from './Bar.tsx';

/** A page-shaped skeleton that appears only after a short delay. */
export function PageSkeleton() {
  const waiting = useDelayed(true);
  return (
    <Box
      component="output"
      display="grid"
      pos="absolute"
      inset={0}
      p="md"
      style={{ gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'center', overflow: 'hidden' }}
      aria-label="Loading the file"
    >
      {waiting && (
        <Box
          component="span"
          w="min(765px, 100%)"
          bdrs="xs"
          bg="var(--active)"
          style={{ aspectRatio: '8.5 / 11', animation: 'breathe 1.6s ease-in-out infinite' }}
        />
      )}
    </Box>
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
      <Box
        display="grid"
        flex={1}
        p="lg"
        style={{ alignContent: 'center', justifyItems: 'center' }}
      >
        <EmptyState title={title} action={action}>
          {children}
        </EmptyState>
      </Box>
    </>
  );
}

/** The reason why a clean file has no pages to show. */
export const contentProblemText = (document: OpenedDocument | undefined): string =>
  CONTENT_PROBLEM_TEXTS[contentProblemOf(document?.contentState ?? null) ?? 'FAILED'];

export function PreparingNotice({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace document={document} title="Preparing the pages">
      Open this file again in a moment.
    </InPlace>
  );
}

export function Unshowable({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace
      document={document}
      title="This file can’t be displayed"
      action={document && <DownloadButton documentId={document.id} title={document.name} />}
    >
      {contentProblemText(document)}
    </InPlace>
  );
}

export function FailedNotice({ again }: { again: () => void }) {
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

export function CheckingNotice({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace document={document} title="Checking file">
      We’re scanning it for viruses. It opens when the scan is done.
    </InPlace>
  );
}

export function BlockedNotice({ document }: { document: OpenedDocument | undefined }) {
  return (
    <InPlace document={document} title="This file is blocked">
      {scanReasonText(document?.scanReason ?? 'VIRUS', document?.name ?? '')}
    </InPlace>
  );
}

export function LoadingNotice({ document }: { document: OpenedDocument | undefined }) {
  return (
    <>
      <Bar document={document} />
      <div className={classes.stage}>
        <PageSkeleton />
      </div>
    </>
  );
}
