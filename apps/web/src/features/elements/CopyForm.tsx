import type { Element } from '@cairn/contract';
import { NativeSelect, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './ItemDialogs.module.css';
import { LoanSelect } from './LoanSelect.tsx';
import { everyFolder, type Folder, pathName } from './packageTree.ts';
import { counted, isCopyable } from './useElementActions.ts';

interface CopyFormProps {
  chosen: readonly Element[];
  root: Folder;
  onClose: () => void;
  onDone: () => void;
}

type Where = 'beside' | 'folder' | 'loan';
const PLACES = [
  { value: 'beside', label: 'Beside the original' },
  { value: 'folder', label: 'Another folder' },
  { value: 'loan', label: 'Another loan' },
];

/** Asks for the same once more: for the next year, in another folder, or on another loan of the lender. */
export function CopyForm({ chosen, root, onClose, onDone }: CopyFormProps) {
  const [where, setWhere] = useState<Where>('beside');
  const [target, setTarget] = useState<string | null>(null);
  const duplicate = useAction('duplicateElements');
  const copy = useAction('copyElements');
  const { loanId } = root.element;
  const copied = chosen.filter(isCopyable);
  const sourceIds = copied.map(({ id }) => id);
  const onSuccess = () => {
    toast.success(`${counted(copied)}: copied`);
    onDone();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (where === 'beside') duplicate.mutate({ body: { loanId, sourceIds } }, { onSuccess });
    else if (target !== null) {
      const to = where === 'loan' ? { loanId: target } : { loanId, parentId: target };
      copy.mutate({ body: { ...to, sourceIds } }, { onSuccess });
    }
  };
  return (
    <form onSubmit={send}>
      <p className={classes.lead}>The same is asked for once more, without what was answered.</p>
      <NativeSelect
        label="To"
        data-autofocus
        data={PLACES}
        value={where}
        onChange={(event) => {
          setWhere(event.currentTarget.value as Where);
          setTarget(null);
        }}
        mb={12}
      />
      {where === 'folder' && (
        <Select
          label="Folder"
          placeholder="Type a part of its name"
          searchable
          data={everyFolder(root).map((folder) => ({
            value: folder.element.id,
            label: pathName(folder),
          }))}
          value={target}
          onChange={setTarget}
          maxDropdownHeight={260}
          nothingFoundMessage="No such folder"
        />
      )}
      {where === 'loan' && <LoanSelect but={loanId} value={target} onChange={setTarget} />}
      <DialogActions
        label="Copy"
        disabled={where !== 'beside' && target === null}
        busy={copy.isPending || duplicate.isPending}
        onClose={onClose}
      />
    </form>
  );
}
