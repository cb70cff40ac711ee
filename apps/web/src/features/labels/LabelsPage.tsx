import type { LabelWithUse } from '@cairn/contract';
import { Button, Modal, VisuallyHidden } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CompanyPicker } from '../../app/admin/CompanyPicker.tsx';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { announce } from '../../kit/announce.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import { nextColor } from './colors.ts';
import { Dot } from './LabelChip.tsx';
import { ColorButton, LabelForm } from './LabelForm.tsx';
import type { LabelActions } from './LabelMenuBody.tsx';
import classes from './Labels.module.css';
import { UNSAVED, useLabels } from './useLabels.ts';

const menu = menuLoadedBy<LabelActions>(() => import('./LabelMenuBody.tsx'));

const peopleOf = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

interface RowProps {
  label: LabelWithUse;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onSave: (name: string, color: string) => void;
  onDelete: () => void;
}

function LabelRow({ label, editing, onEdit, onSave, onDelete }: RowProps) {
  if (editing) {
    return (
      <tr>
        <td colSpan={3}>
          <LabelForm
            name={label.name}
            color={label.color}
            submit="Save"
            onSave={onSave}
            onCancel={() => onEdit(false)}
          />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        <span className={classes.named}>
          {label.id === UNSAVED ? (
            <span className={classes.swatch}>
              <Dot color={label.color} />
            </span>
          ) : (
            <ColorButton
              color={label.color}
              of={label.name}
              onChange={(color) => onSave(label.name, color)}
            />
          )}
          <span className={classes.name}>{label.name}</span>
        </span>
      </td>
      <td className={classes.used}>{peopleOf(label.people)}</td>
      <td className={classes.menuCell}>
        {label.id !== UNSAVED && (
          <LazyMenu
            menu={menu}
            className={classes.more}
            label={`Change ${label.name}`}
            body={{ onRename: () => onEdit(true), onDelete }}
          >
            <IconDots size={16} stroke={1.7} aria-hidden />
          </LazyMenu>
        )}
      </td>
    </tr>
  );
}

interface DeleteDialogProps {
  label: LabelWithUse | null;
  onClose: () => void;
  onDelete: (label: LabelWithUse) => void;
}

/** Only where somebody carries it: a label that nobody has can be made again in a moment. */
function DeleteDialog({ label, onClose, onDelete }: DeleteDialogProps) {
  // What was asked stays on the card while it fades out.
  const [asked, setAsked] = useState(label);
  if (label && label !== asked) setAsked(label);
  return (
    <Modal
      opened={label !== null}
      onClose={onClose}
      title={`Delete ${asked?.name}?`}
      size={420}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        {asked?.people === 1 ? '1 person carries' : `${asked?.people} people carry`} this label.
        Deleting it takes it off them.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button onClick={() => label && onDelete(label)}>Delete</Button>
      </div>
    </Modal>
  );
}

/** Which row is being written: a label's id, or the new one. */
type Editing = string | null;
const NEW = 'new';

function Catalogue({ companyId }: { companyId: string }) {
  const [editing, setEditing] = useState<Editing>(null);
  const [deleting, setDeleting] = useState<LabelWithUse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const labels = useLabels(companyId, (error) => {
    if (error.code !== 'LABEL_EXISTS' && error.code !== 'INVALID_REQUEST') return false;
    setProblem(error.fieldErrors['name'] ?? error.message);
    return true;
  });
  const waiting = useDelayed(labels.isPending);
  if (labels.isError) throw labels.error;
  const list = labels.data?.labels ?? [];

  const edit = (next: Editing) => {
    setEditing(next);
    setProblem(null);
  };
  const save = (id: string | undefined, name: string, color: string) => {
    edit(null);
    labels.save({ ...(id && { id }), name, color }, () => announce(`${name} saved`));
  };
  const remove = (label: LabelWithUse) => {
    setDeleting(null);
    labels.remove(label.id);
    announce(`${label.name} deleted`);
  };
  return (
    <>
      <div className={classes.head}>
        <p className={classes.lead}>
          Words the lender’s team puts on people. Of the borrowers, only the lead borrower sees
          them.
        </p>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() => edit(NEW)}
        >
          Add label
        </Button>
      </div>
      {waiting && <RowsSkeleton label="Loading the labels" rows={4} />}
      {labels.data && list.length === 0 && editing !== NEW && (
        <EmptyState title="No labels yet">
          Add the first one, and lenders can put it on people.
        </EmptyState>
      )}
      {(list.length > 0 || editing === NEW) && (
        <div className={classes.card}>
          <table className={classes.table} aria-label="Labels">
            <thead>
              <tr>
                <th scope="col">Label</th>
                <th scope="col" className={classes.used}>
                  Used on
                </th>
                <th scope="col" className={classes.menuCell}>
                  <VisuallyHidden>Change</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {editing === NEW && (
                <tr>
                  <td colSpan={3}>
                    <LabelForm
                      name=""
                      color={nextColor(list.map(({ color }) => color))}
                      submit="Add"
                      onSave={(name, color) => save(undefined, name, color)}
                      onCancel={() => edit(null)}
                    />
                  </td>
                </tr>
              )}
              {list.map((label) => (
                <LabelRow
                  key={label.id}
                  label={label}
                  editing={editing === label.id}
                  onEdit={(on) => edit(on ? label.id : null)}
                  onSave={(name, color) => save(label.id, name, color)}
                  onDelete={() => (label.people > 0 ? setDeleting(label) : remove(label))}
                />
              ))}
            </tbody>
          </table>
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
      <DeleteDialog label={deleting} onClose={() => setDeleting(null)} onDelete={remove} />
    </>
  );
}

export function LabelsPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>Labels</h1>
        <CompanyPicker />
      </div>
      {companyId ? (
        <Catalogue key={companyId} companyId={companyId} />
      ) : (
        <EmptyState title="Choose a company">Each company has labels of its own.</EmptyState>
      )}
    </>
  );
}
