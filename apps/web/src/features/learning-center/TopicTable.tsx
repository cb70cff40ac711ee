import type { SupportCategory } from '@cairn/contract';
import { SUPPORT_SUMMARY_MAX, SUPPORT_TITLE_MAX } from '@cairn/contract/learning-center-terms';
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

const idOf = ({ id }: SupportCategory): string => id;

interface TopicFormProps {
  topic: SupportCategory | undefined;
  nextPosition: number;
  onClose: () => void;
}

function useTopicForm({ topic, nextPosition, onClose }: TopicFormProps) {
  const fields = {
    initialValues: {
      title: topic?.title ?? '',
      description: topic?.description ?? '',
      position: topic?.position ?? nextPosition,
    },
    optional: ['description', 'position'] as const,
    mode: 'controlled' as const,
    onSuccess: ({ title }: { title: string }) => {
      announce(`${title} saved`);
      onClose();
    },
  };
  const creation = useCallForm('createSupportCategory', {
    ...fields,
    request: (body) => ({ body }),
  });
  const change = useCallForm('updateSupportCategory', {
    ...fields,
    // Keeps the slug, because links to the topic may exist.
    request: (body) => ({ body: { ...body, id: topic?.id ?? '', slug: topic?.slug } }),
  });
  return topic ? change : creation;
}

function TopicDialog(props: TopicFormProps) {
  const { topic, onClose } = props;
  const form = useTopicForm(props);
  return (
    <FormDialog
      title={topic ? `Edit ${topic.title}` : 'Add topic'}
      form={form}
      submit="Save topic"
      onClose={onClose}
    >
      <TextInput
        label="Title"
        data-autofocus
        maxLength={SUPPORT_TITLE_MAX}
        {...form.field('title')}
      />
      <TextInput
        label="Description"
        maxLength={SUPPORT_SUMMARY_MAX}
        {...form.field('description')}
      />
      <TextInput
        type="number"
        label="Position"
        description="Topics with a lower number come first."
        min={0}
        max={10_000}
        value={form.values.position}
        onChange={(event) => form.setValues({ position: Number(event.currentTarget.value) || 0 })}
      />
    </FormDialog>
  );
}

interface TopicEdits {
  onEdit: (topic: SupportCategory) => void;
  onDelete: (topic: SupportCategory) => void;
}

const topicColumns = ({ onEdit, onDelete }: TopicEdits): Column<SupportCategory>[] => [
  { id: 'title', header: 'Topic', phone: 'title', rowHeader: true, cell: ({ title }) => title },
  {
    id: 'count',
    header: 'Articles',
    width: 100,
    align: 'right',
    phone: 'line',
    cell: ({ entryCount }) => entryCount,
  },
  {
    id: 'change',
    header: 'Change',
    headerHidden: true,
    width: 96,
    phone: 'end',
    cell: (topic) => (
      <Group gap="s4" wrap="nowrap" justify="flex-end">
        <ActionIcon aria-label={`Edit ${topic.title}`} onClick={() => onEdit(topic)}>
          <IconPencil size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        {topic.entryCount === 0 && (
          <ActionIcon aria-label={`Delete ${topic.title}`} onClick={() => onDelete(topic)}>
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    ),
  },
];

/** Only topics without articles can be deleted. */
export function TopicTable({ topics }: { topics: readonly SupportCategory[] }) {
  const [editing, setEditing] = useState<SupportCategory | 'new' | null>(null);
  const { mutate: remove } = useAction('deleteSupportCategory');
  const columns = useMemo(
    () => topicColumns({ onEdit: setEditing, onDelete: ({ id }) => remove({ query: { id } }) }),
    [remove],
  );
  return (
    <div>
      <DataTable
        label="Topics"
        density="dense"
        rows={topics}
        rowId={idOf}
        columns={columns}
        empty={<EmptyState title="No topics yet">Each article belongs to one.</EmptyState>}
      />
      <Button
        mt="sm"
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        onClick={() => setEditing('new')}
      >
        Add topic
      </Button>
      {editing !== null && (
        <TopicDialog
          topic={editing === 'new' ? undefined : editing}
          nextPosition={Math.max(0, ...topics.map(({ position }) => position)) + 10}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}
