import { Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import FilePreview from '../annotator/FilePreview.tsx';
import type { Compared } from './comparableFiles.ts';
import classes from './Compare.module.css';
import CompareSelect from './CompareSelect.tsx';
import { useScrollTogether } from './useScrollTogether.ts';

interface ComparePagesProps {
  compared: Compared;
  onClose: () => void;
}

function Halves({ compared }: { compared: Compared }) {
  const [other, setOther] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useScrollTogether(root);
  return (
    <div ref={root} className={classes.halves}>
      <Stack component="section" aria-label="Other document" gap={0} miw={0} mih={0}>
        <Group h={56} px="lg" wrap="nowrap">
          <CompareSelect compared={compared} value={other} onChoose={setOther} />
        </Group>
        {other === null ? (
          <EmptyState title="Choose a document to compare with">
            An earlier version, last year’s document or another file of this loan.
          </EmptyState>
        ) : (
          <FilePreview key={other} documentId={other} label="Pages of the other document" />
        )}
      </Stack>
      <Stack component="section" aria-label="This document" gap={0} miw={0} mih={0}>
        <Group h={56} px="lg" wrap="nowrap">
          <Text size="body" fw={600} truncate>
            {compared.title}
          </Text>
        </Group>
        <FilePreview documentId={compared.documentId} label="Pages of this document" />
      </Stack>
    </div>
  );
}

/** Two documents side by side, scrolled together. */
export default function ComparePages({ compared, onClose }: ComparePagesProps) {
  return (
    <Modal
      opened
      fullScreen
      title="Compare"
      onClose={onClose}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        body: { flex: 1, minHeight: 0, padding: 0 },
      }}
    >
      <Halves compared={compared} />
    </Modal>
  );
}
