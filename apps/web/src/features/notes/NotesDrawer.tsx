import { Drawer, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { NoteList } from './NoteList.tsx';

interface NotesDrawerProps {
  loanId: string;
  chosenId?: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** All notes about a loan and its documents. The page beside the drawer stays usable. */
export default function NotesDrawer({ loanId, chosenId, opened, onClose }: NotesDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={440}
      title="Notes"
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close notes' }}
    >
      <Group gap="s6" wrap="nowrap" mb="sm" c="dimmed">
        <IconLock size={14} stroke={1.7} aria-hidden />
        <Text component="span" size="meta">
          Only the lender’s team sees these
        </Text>
      </Group>
      <NoteList key={loanId} loanId={loanId} chosenId={chosenId} />
    </Drawer>
  );
}
