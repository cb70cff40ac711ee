import { Box, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import FilePreview from '../annotator/FilePreview.tsx';
import type { Compared } from './comparableFiles.ts';
import classes from './Compare.module.css';
import CompareSelect from './CompareSelect.tsx';
import { useComparison } from './useComparison.ts';
import { useNextKey } from './useNextKey.ts';
import { useScrollTogether } from './useScrollTogether.ts';
import { WhatChanged } from './WhatChanged.tsx';

interface ComparePagesProps {
  compared: Compared;
  onClose: () => void;
}

function Halves({ compared }: { compared: Compared }) {
  const [other, setOther] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const jump = useScrollTogether(root);
  const comparison = useComparison(other, compared.documentId, jump);
  useNextKey(comparison.next);
  // Moves the focus from the document select, where N is used for typing, to the pages, where N goes to the next
  // change.
  useEffect(() => {
    if (other !== null) root.current?.focus({ preventScroll: true });
  }, [other]);
  return (
    <>
      <Box flex={1} mih={0}>
        <div ref={root} className={classes.halves} tabIndex={-1}>
          <Stack component="section" aria-label="Other document" gap={0} miw={0} mih={0}>
            <Group h={56} px="lg" wrap="nowrap">
              <CompareSelect compared={compared} value={other} onChoose={setOther} />
            </Group>
            {other === null ? (
              <EmptyState title="Choose a document to compare with">
                An earlier version, last year’s document or another file of this loan.
              </EmptyState>
            ) : (
              <FilePreview
                key={other}
                documentId={other}
                label="Pages of the other document"
                marks={comparison.left}
                onPage={comparison.onLeftPage}
              />
            )}
          </Stack>
          <Stack component="section" aria-label="This document" gap={0} miw={0} mih={0}>
            <Group h={56} px="lg" wrap="nowrap">
              <Text size="body" fw={600} truncate>
                {compared.title}
              </Text>
            </Group>
            <FilePreview
              documentId={compared.documentId}
              label="Pages of this document"
              marks={comparison.right}
              onPage={comparison.onRightPage}
            />
          </Stack>
        </div>
      </Box>
      {other !== null && <WhatChanged comparison={comparison} />}
    </>
  );
}

/** Two documents side by side. They scroll together, and the differing words are highlighted. */
export default function ComparePages({ compared, onClose }: ComparePagesProps) {
  return (
    <Modal
      opened
      fullScreen
      title="Compare"
      onClose={onClose}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        body: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, padding: 0 },
      }}
    >
      <Halves compared={compared} />
    </Modal>
  );
}
