import { Button, Group, Modal, Text } from '@mantine/core';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
      <Text size="body" c="var(--ink-2)">
        You’ll lose the changes you made since you last saved.
      </Text>
      <Group align="stretch" justify="flex-end" gap="xs" mt="s20">
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
