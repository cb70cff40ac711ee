import { Center, Flex } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBrowserDrop } from './useBrowserDrop.ts';

interface DropzoneProps {
  onDrop: (dropped: DataTransfer) => void;
  /** Text that says what to drop, with a button for users who cannot drag. */
  children: ReactNode;
}

/** A framed area that accepts dropped files. */
export function Dropzone({ onDrop, children }: DropzoneProps) {
  const { over, handlers } = useBrowserDrop({ onDrop });
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
      bg={over ? 'var(--accent-soft)' : 'transparent'}
    >
      <Center w={44} h={44} flex="none" bdrs="md" bg="var(--accent-soft)" c="var(--accent-text)">
        <IconUpload size={22} stroke={1.6} aria-hidden />
      </Center>
      <div>{children}</div>
    </Flex>
  );
}
