import type { LabelWithUse } from '@cairn/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { announce } from '../../lib/announce.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { nextColor } from './colors.ts';
import { labelColumns } from './labelColumns.tsx';
import { LabelForm } from './LabelForm.tsx';
import { useLabels } from './useLabels.ts';

const idOf = ({ id }: LabelWithUse): string => id;

interface DeleteDialogProps {
  label: LabelWithUse | null;
  onClose: () => void;
  onDelete: (label: LabelWithUse) => void;
}

/**
 * Confirms the deletion of a label in use. Unused labels are deleted at once, because they are easy to create again.
 */
function DeleteDialog({ label, onClose, onDelete }: DeleteDialogProps) {
  // Keeps the text while the dialog fades out.
  const [shownLabel, setShownLabel] = useState(label);
  if (label && label !== shownLabel) setShownLabel(label);
  return (
    <Modal
      opened={label !== null}
      onClose={onClose}
      title={`Delete ${shownLabel?.name}?`}
      size={420}
    >
      <p>
        {shownLabel?.people === 1 ? '1 person has' : `${shownLabel?.people} people have`} this
        label. Deleting it removes it from them.
      </p>
      <Group justify="flex-end" gap="xs" mt="s20">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={() => label && onDelete(label)}>Delete</Button>
      </Group>
    </Modal>
  );
}

/** The row being edited: a label's id, or NEW. */
type Editing = string | null;
const NEW = 'new';

function CompanyLabels({ companyId }: { companyId: string }) {
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
  const onEdit = useEventCallback((id: string) => edit(id));
  const onSave = useEventCallback(save);
  const onDelete = useEventCallback((label: LabelWithUse) =>
    label.people > 0 ? setDeleting(label) : remove(label),
  );
  const columns = useMemo(
    () => labelColumns({ onEdit, onSave, onDelete }),
    [onEdit, onSave, onDelete],
  );
  const instead = (label: LabelWithUse) =>
    editing === label.id && (
      <LabelForm
        name={label.name}
        color={label.color}
        submit="Save"
        onSave={(name, color) => save(label.id, name, color)}
        onCancel={() => edit(null)}
      />
    );
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-end">
        <Text size="table" c="var(--ink-2)">
          Your team adds labels to people. Among borrowers, only the lead borrower sees them.
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() => edit(NEW)}
        >
          Add label
        </Button>
      </Group>
      <DataTable
        label="Labels"
        density="dense"
        rows={labels.data && list}
        rowId={idOf}
        columns={columns}
        instead={instead}
        lead={
          editing === NEW && (
            <LabelForm
              name=""
              color={nextColor(list.map(({ color }) => color))}
              submit="Add"
              onSave={(name, color) => save(undefined, name, color)}
              onCancel={() => edit(null)}
            />
          )
        }
        fallback={waiting && <RowsSkeleton label="Loading the labels" rows={4} />}
        empty={
          <EmptyState title="No labels yet">Add the first one so lenders can use it.</EmptyState>
        }
      />
      {problem && (
        <Text c="var(--red-fg)" size="table" mt="xs" role="alert">
          {problem}
        </Text>
      )}
      <DeleteDialog label={deleting} onClose={() => setDeleting(null)} onDelete={remove} />
    </>
  );
}

export function LabelsPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <PageHeader title="Labels">
        <CompanyPicker />
      </PageHeader>
      {companyId ? (
        <CompanyLabels key={companyId} companyId={companyId} />
      ) : (
        <EmptyState title="Choose a company">Each company has its own labels.</EmptyState>
      )}
    </>
  );
}
