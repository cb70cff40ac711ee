import type { ShoeboxItem } from '@cairn/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './Shoebox.module.css';

interface RenameProps {
  item: ShoeboxItem;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** What it is called in the shoebox; the file keeps its own name. */
export default function RenameDialog({ item, onRename, onClose }: RenameProps) {
  const [title, setTitle] = useState(item.title);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Rename"
      size={420}
      padding={24}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRename(title.trim());
        }}
      >
        <TextInput
          data-autofocus
          label="Name"
          maxLength={255}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <div className={classes.confirm}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={title.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
