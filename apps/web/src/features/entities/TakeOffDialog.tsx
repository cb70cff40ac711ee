import type { LoanEntity } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './TakeOffDialog.module.css';
import { countIn, folderWords, partWords } from './takingOff.ts';

interface TakeOffDialogProps {
  entity: LoanEntity;
  onClose: () => void;
}

/** Says what goes and what stays, before it happens. */
export default function TakeOffDialog({ entity, onClose }: TakeOffDialogProps) {
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
      // Said already, by a toast.
      return;
    }
    toast.success(
      withFolder ? `${name} is off the loan, its folder in the trash` : `${name} is off the loan`,
    );
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Take ${name} off the loan?`}
      size={460}
      padding={24}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.text}>
        {partWords(entity)} What is known about {name} stays with the company, and other loans keep
        it.
      </p>
      {folder && (
        <>
          <p className={classes.text}>
            Its folder, {folderWords(folder)}, stays in the package unless you put it into the trash
            too.
          </p>
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={withFolder}
              onChange={(event) => setWithFolder(event.currentTarget.checked)}
            />
            {folder.answered > 0
              ? 'Put its folder and its answers into the trash'
              : 'Put its folder into the trash'}
          </label>
        </>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          className={classes.danger ?? ''}
          loading={remove.isPending || trash.isPending}
          onClick={() => void confirm()}
        >
          Take off
        </Button>
      </div>
    </Modal>
  );
}
