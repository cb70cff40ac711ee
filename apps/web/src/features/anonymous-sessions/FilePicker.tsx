import { Anchor, Center, Flex, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { chooseFiles } from '../documents/chooseFile.ts';

/** Files are dropped or chosen; a phone offers its camera among the sources. */
export function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return (
    <Flex
      {...handlers}
      align="center"
      justify="center"
      gap="md"
      mih={120}
      px="md"
      bdrs="lg"
      bd="1px dashed var(--ink-2)"
      bg={isOver ? 'var(--accent-soft)' : 'transparent'}
    >
      <Center w={44} h={44} flex="none" bdrs="md" bg="var(--accent-soft)" c="var(--accent-text)">
        <IconUpload size={22} stroke={1.6} aria-hidden />
      </Center>
      <div>
        <Text fw={500}>
          Drop files here, or{' '}
          <Anchor component="button" type="button" inherit onClick={() => chooseFiles(onFiles)}>
            choose files
          </Anchor>
        </Text>
        <Text fz="meta" c="var(--ink-2)" mt={2}>
          PDF, Word, Excel, or a photo
        </Text>
      </div>
    </Flex>
  );
}
