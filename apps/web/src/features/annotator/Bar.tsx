import { Box, Text } from '@mantine/core';
import type { OpenedDocument } from '@cairn/contract/documents';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import classes from './Annotator.module.css';

function Back({ document }: { document: OpenedDocument | undefined }) {
  const inside = (
    <>
      <IconChevronLeft size={18} stroke={1.7} aria-hidden />
      <span className={classes.word}>Package</span>
    </>
  );
  if (!document?.loanId) {
    return (
      <Link to={routes.home} className={classes.back ?? ''} aria-label="Back to your loans">
        {inside}
      </Link>
    );
  }
  const { loanId, formElementId } = document;
  return (
    <Link
      to={routes.loan}
      params={{ loanId }}
      search={{ view: 'package', ...(formElementId && { item: formElementId }) }}
      className={classes.back ?? ''}
      aria-label="Back to the package"
    >
      {inside}
    </Link>
  );
}

interface BarProps {
  document: OpenedDocument | undefined;
  /** Shown below the name: the page and the number of pages. */
  note?: ReactNode;
  children?: ReactNode;
}

/** The top bar of the annotator: back link, file name and actions. */
export function Bar({ document, note, children }: BarProps) {
  return (
    <Box
      component="header"
      className={classes.bar}
      flex="none"
      mih="var(--layout-topbar)"
      bg="var(--surface)"
    >
      <Back document={document} />
      <Box flex="1 1 0" miw={0}>
        <Text component="h1" truncate size="subsection" fw={600} style={{ outline: 'none' }}>
          {document?.name ?? 'Document'}
        </Text>
        {note}
      </Box>
      {children}
    </Box>
  );
}
