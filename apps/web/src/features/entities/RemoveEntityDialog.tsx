import type { LoanEntity } from '@cairn/contract';
import { Button, Flex, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './RemoveEntityDialog.module.css';
import { countIn, folderWords, partWords } from './removalImpact.ts';

interface TakeOffDialogProps {
  entity: LoanEntity;
  onClose: () => void;
}

/** Explains what is removed and what stays, before the user confirms. */
export default function RemoveEntityDialog({ entity, onClose }: TakeOffDialogProps) {
  const { loanId, entityId, folderId, name } = entity;
  const [withFolder, setWithFolder] = useState(false);
  const { data } = useCall('listElements', { params: { id: loanId } });
  const onFailure = () => {
    onClose();
    return false;
  };
  const remove = useAction('removeEntity', { onFailure });
  const trash = useAction('trashElements', { onFailure });
  const folder = data ? countIn(folderId, data.elements) : null;
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { loanId, entityId } });
      if (withFolder) await trash.mutateAsync({ body: { loanId, elements: [folderId!] } });
    } catch {
      // A toast already shows the error.
      return;
    }
    toast.success(withFolder ? `${name} removed. Its folder is in the trash.` : `${name} removed`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Remove ${name} from the loan?`} size={460}>
      <Text className={classes.text} c="var(--ink-2)" size="body">
        {partWords(entity)} The information about {name} stays with the company and on other loans.
      </Text>
      {folder && (
        <>
          <Text className={classes.text} c="var(--ink-2)" size="body">
            Its folder, {folderWords(folder)}, stays in the package unless you move it to the trash
            too.
          </Text>
          <Flex component="label" gap="xs" align="center" fz="body" lh="body" mih="var(--touch)">
            <input
              type="checkbox"
              checked={withFolder}
              onChange={(event) => setWithFolder(event.currentTarget.checked)}
            />
            {folder.answered > 0
              ? 'Move its folder and answers to the trash'
              : 'Move its folder to the trash'}
          </Flex>
        </>
      )}
      <Flex justify="flex-end" gap="xs" mt="s20">
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          loading={remove.isPending || trash.isPending}
          onClick={() => void confirm()}
        >
          Remove
        </Button>
      </Flex>
    </Modal>
  );
}
