import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import type { LoggedUser } from '@cairn/contract';
import { Box, Button, Flex, Group, Radio, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatSize } from '../../lib/format/sizes.ts';
import { isStaff } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { forgetSharedFiles, readSharedFiles } from '../../lib/sharedFiles.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/FormFields.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { uploadAnswers } from '../documents/upload.ts';
import { refusalOf } from '../documents/uploadProblems.ts';
import { useLoansWithTasks, useLoanTasks } from '../home/ApplicantHome.tsx';
import { useLoanList } from '../loans/useLoanList.ts';
import { uploadToShoebox } from '../shoebox/uploads.ts';
import { type Choice, choicesOf } from './choices.ts';
import classes from './SharedFiles.module.css';
import { RowList } from '../../ui/RowList.tsx';

/** Loans with open requests come first. The others are available under My Loans. */
const LOANS_SHOWN = 10;

function useChoices(user: LoggedUser): Choice[] | undefined {
  const list = useLoanList({});
  const { shown } = useLoansWithTasks(list.loans ?? [], LOANS_SHOWN);
  const perLoan = useLoanTasks(shown, user.id);
  if (isStaff(user)) {
    const note = 'Only you see it. You can move its files to a loan later.';
    return [{ kind: 'shoebox', key: 'own', label: 'My shoebox', note, loanId: null }];
  }
  const loaded = perLoan.flatMap(({ loan, tasks }) => (tasks === null ? [] : [{ loan, tasks }]));
  if (list.loans === undefined || loaded.length < perLoan.length) return undefined;
  return choicesOf(loaded);
}

interface FileListProps {
  files: readonly File[];
  onRemove: (file: File) => void;
}

function FileList({ files, onRemove }: FileListProps) {
  return (
    <RowList framed aria-label="Shared files">
      {files.map((file, index) => {
        const refusal = refusalOf(file);
        return (
          <Group
            component="li"
            key={`${file.name} ${index}`}
            gap="sm"
            wrap="nowrap"
            mih={56}
            py="xs"
            px="sm"
          >
            <FileKind name={file.name} />
            <Box flex={1} miw={0}>
              <Text truncate fw={500}>
                {file.name}
              </Text>
              <Text size="meta" c={refusal === null ? 'var(--ink-2)' : 'var(--red-fg)'}>
                {refusal ?? formatSize(file.size)}
              </Text>
            </Box>
            <RowIcon icon={IconX} label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
          </Group>
        );
      })}
    </RowList>
  );
}

/** Target of "Share to Cairn" on a phone. The user selects the request to which the shared files belong. */
export function SharedFilesPage() {
  const user = useUser();
  const navigate = useNavigate();
  const hasFailed = useSearch({ strict: false, select: (search) => 'failed' in search });
  const choices = useChoices(user);
  const [files, setFiles] = useState<readonly File[]>();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  useEffect(() => void readSharedFiles().then(setFiles), []);
  if (!files || !choices) return <RowsSkeleton label="Loading the shared files" rows={5} />;
  if (files.length === 0) {
    return (
      <Page width="form">
        <EmptyState
          title={hasFailed ? 'These files could not be shared' : 'No shared files'}
          action={
            <Button onClick={() => void navigate({ to: routes.home })}>Go to my tasks</Button>
          }
        >
          {hasFailed
            ? 'This phone may be out of space. Use “Upload” on a task instead.'
            : 'Share files with Cairn from your phone’s gallery, and they appear here.'}
        </EmptyState>
      </Page>
    );
  }
  const remove = (file: File) => {
    const left = files.filter((each) => each !== file);
    setFiles(left);
    if (left.length === 0) forgetSharedFiles();
  };
  const ready = files.filter((file) => refusalOf(file) === null);
  const send = () => {
    const choice = choices.find(({ key }) => key === chosenKey);
    if (!choice) return;
    // The page has the files in memory now; a file that is not sent can be chosen again.
    forgetSharedFiles();
    // The page that opens next lists the uploads.
    if (choice.kind === 'request') {
      void uploadAnswers(choice.element, ready);
      void navigate({ to: routes.home });
    } else {
      const { loanId } = choice;
      void uploadToShoebox(user.id, ready, { loanId });
      void navigate(
        loanId === null
          ? { to: routes.ownShoebox }
          : { to: routes.loanShoebox, params: { loanId } },
      );
    }
  };
  return (
    <Page width="form">
      <PageHeader
        title={files.length === 1 ? 'Send this file' : `Send these ${files.length} files`}
        lead="Nothing is sent until you choose where it belongs."
      />
      <Stack gap="lg">
        <FileList files={files} onRemove={remove} />
        {ready.length < files.length && (
          <Notice hue="orange">Files marked in red are left out.</Notice>
        )}
        <Radio.Group label="What are they for?" value={chosenKey} onChange={setChosenKey}>
          <RowList component="div" mt="xs">
            {choices.map(({ key, label, note }) => (
              <Radio
                key={key}
                value={key}
                label={label}
                description={note}
                className={classes.choice ?? ''}
              />
            ))}
          </RowList>
        </Radio.Group>
        <Flex className={classes.foot ?? ''} gap="xs">
          <Button
            variant="default"
            h={48}
            onClick={() => {
              forgetSharedFiles();
              void navigate({ to: routes.home });
            }}
          >
            Cancel
          </Button>
          <Button
            flex={1}
            h={48}
            disabled={chosenKey === null || ready.length === 0}
            onClick={send}
          >
            Send {ready.length === 1 ? '1 file' : `${ready.length} files`}
          </Button>
        </Flex>
      </Stack>
    </Page>
  );
}
