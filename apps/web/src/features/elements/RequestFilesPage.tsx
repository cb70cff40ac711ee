import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { personName } from '../../format/names.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../loans/useLeaveWhenRefused.ts';
import { buildPackage, everyFolder, pathTo } from './packageTree.ts';
import classes from './RequestFilesPage.module.css';

const route = getRouteApi('/shell/loans/$loanId/files/create');

/** One title a line; empty lines and repetitions are nothing. */
export const titlesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The bulk file request [R026]: as many documents as there are lines. */
export function RequestFilesPage() {
  const { loanId } = route.useParams();
  const { folder } = route.useSearch();
  const navigate = useNavigate();
  const onFailure = useLeaveWhenRefused();
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const { mutate, isPending } = useAction('createElements');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [parentId, setParentId] = useState<string | null>(folder ?? null);
  const [assignedToUserId, setAssigned] = useState<string | null>(null);
  const [dueDate, setDueDate] = useState('');
  const [hidden, setHidden] = useState(false);
  throwUnlessRefused(elements, loan);
  if (!elements.data || !loan.data) return <RowsSkeleton label="Loading the package" />;

  const built = buildPackage(elements.data.elements);
  const titles = titlesIn(text);
  const tooLong = titles.find((title) => title.length > 255);
  const back = () =>
    void navigate({
      to: routes.loan,
      params: { loanId },
      search: {
        view: 'package',
        ...(parentId && parentId !== built?.root.element.id && { folder: parentId }),
      },
    });
  const request = (event: FormEvent) => {
    event.preventDefault();
    const wanted = titles.map((title) => ({
      title,
      ...(parentId && { parentId }),
      ...(note.trim() && { description: note.trim() }),
      ...(assignedToUserId && { assignedToUserId }),
      ...(dueDate && { dueDate }),
      ...(hidden && { priorityType: 'HIDDEN' as const }),
    }));
    mutate(
      { body: { loanId, elements: wanted } },
      {
        onSuccess: () => {
          toast.success(
            titles.length === 1 ? '1 file requested' : `${titles.length} files requested`,
          );
          back();
        },
      },
    );
  };
  const people = [...new Map(loan.data.loanRoles.map(({ user }) => [user.id, user])).values()];
  return (
    <form className={classes.page} onSubmit={request}>
      <header>
        <Link
          to={routes.loan}
          params={{ loanId }}
          search={{ view: 'package' }}
          className={classes.back ?? ''}
        >
          <IconArrowLeft size={15} stroke={1.7} aria-hidden /> {loan.data.name}
        </Link>
        <h1 className={classes.heading}>Request files</h1>
      </header>
      <Textarea
        label="Files"
        description="One on each line"
        required
        autosize
        minRows={6}
        value={text}
        error={tooLong ? 'Must be at most 255 characters' : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        label="Note to whoever brings them"
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <Select
          label="Folder"
          searchable
          value={parentId ?? built?.root.element.id ?? null}
          placeholder="Package"
          data={
            built
              ? everyFolder(built.root).map((each) => ({
                  value: each.element.id,
                  label: pathTo(each)
                    .map(({ element }) => element.title)
                    .join(' / '),
                }))
              : []
          }
          onChange={setParentId}
        />
        <Select
          label="Assignee"
          clearable
          searchable
          placeholder="Nobody in particular"
          value={assignedToUserId}
          data={people.map((person) => ({ value: person.id, label: personName(person) }))}
          onChange={setAssigned}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          type="date"
          label="Due"
          value={dueDate}
          onChange={(event) => setDueDate(event.currentTarget.value)}
        />
        <div className={classes.hide}>
          <Switch label="Hidden from the borrower" checked={hidden} onChange={setHidden} />
        </div>
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={back}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={isPending}
          disabled={titles.length === 0 || tooLong !== undefined}
        >
          {titles.length > 1 ? `Request ${titles.length} files` : 'Request file'}
        </Button>
      </div>
    </form>
  );
}
