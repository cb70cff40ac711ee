import '@mantine/core/styles/Combobox.layer.css';
import { Box, Button, Group, Select, TextInput, Textarea } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../lib/toast.ts';
import { Form } from '../../ui/Form.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { buildPackage, everyFolder, pathTo } from './packageTree.ts';
import classes from './RequestFilesPage.module.css';
import { FieldGrid } from '../../ui/Card.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { LoanSubFrame } from '../loans/LoanSubFrame.tsx';

const ExistingDocuments = lazy(() => import('./ExistingDocuments.tsx'));

const route = getRouteApi('/shell/loans/$loanId/files/create');

/** One title per line; empty lines and duplicates are ignored. */
const titlesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The bulk file request [R026]: creates one request per line. */
export function RequestFilesPage() {
  const { loanId } = route.useParams();
  const { folder } = route.useSearch();
  const navigate = useNavigate();
  const onFailure = useLeaveWhenRefused();
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const form = useCallForm('createElements', {
    mode: 'controlled',
    initialValues: {
      text: '',
      note: '',
      parentId: folder ?? null,
      assignedToUserId: null as string | null,
      dueDate: '',
      hidden: false,
    },
    optional: 'all',
    request: ({ text, note, parentId, assignedToUserId, dueDate, hidden }) => ({
      body: {
        loanId,
        elements: titlesIn(text).map((title) => ({
          title,
          ...(parentId && { parentId }),
          ...(note && { description: note }),
          ...(assignedToUserId && { assignedToUserId }),
          ...(dueDate && { dueDate }),
          ...(hidden && { priorityType: 'HIDDEN' as const }),
        })),
      },
    }),
    onSuccess: ({ text }) => {
      const { length } = titlesIn(text);
      toast.success(length === 1 ? '1 file requested' : `${length} files requested`);
      back();
    },
  });
  const { text, parentId } = form.values;
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
  const people = [...new Map(loan.data.loanRoles.map(({ user }) => [user.id, user])).values()];
  return (
    <LoanSubFrame loanId={loanId} tab="package">
      <Form
        form={form}
        className={classes.page ?? ''}
        actions={
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="subtle" onClick={back}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={form.busy}
              disabled={titles.length === 0 || tooLong !== undefined}
            >
              {titles.length > 1 ? `Request ${titles.length} files` : 'Request file'}
            </Button>
          </Group>
        }
      >
        <header>
          <BackLink to={routes.loan} params={{ loanId }} search={{ view: 'package' }}>
            {loan.data.name}
          </BackLink>
          <PageTitle>Request files</PageTitle>
        </header>
        <Textarea
          label="Files"
          description="One per line"
          required
          minRows={6}
          {...form.field('text')}
          error={tooLong ? 'Must be at most 255 characters' : undefined}
        />
        <Suspense>
          <ExistingDocuments loanId={loanId} parentId={parentId} titles={titles} />
        </Suspense>
        <TextInput label="Instructions for the borrower" maxLength={2000} {...form.field('note')} />
        <FieldGrid>
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
            onChange={(id) => form.setField('parentId', id)}
          />
          <Select
            label="Assignee"
            clearable
            searchable
            placeholder="Unassigned"
            {...form.field('assignedToUserId')}
            data={people.map((person) => ({ value: person.id, label: personName(person) }))}
          />
        </FieldGrid>
        <FieldGrid>
          <TextInput type="date" label="Due" {...form.field('dueDate')} />
          <Box pb="xs" style={{ alignSelf: 'end' }}>
            <Switch
              label="Hidden from the borrower"
              checked={form.values.hidden}
              onChange={(hidden) => form.setField('hidden', hidden)}
            />
          </Box>
        </FieldGrid>
      </Form>
    </LoanSubFrame>
  );
}
