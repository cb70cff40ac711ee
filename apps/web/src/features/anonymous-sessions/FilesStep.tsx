import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { ANONYMOUS_NOTE_MAX } from '@cairn/contract/anonymous-session-terms';
import type { AnonymousDocument, AnonymousSession } from '@cairn/contract';
import { lazy, Suspense, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { send } from '../../lib/client.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { Notice } from '../../ui/FormFields.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { takePhoto } from '../documents/chooseFile.ts';
import { hasLiveCamera } from '../documents/liveCamera.ts';
import { blockedBecause } from '../documents/scanState.ts';
import { NOT_SENT } from '../documents/uploadProblems.ts';
import { FilePicker } from './FilePicker.tsx';
import { FileRows } from './FileRows.tsx';
import { SessionBar } from './SessionBar.tsx';
import { UploadFrame } from './UploadFrame.tsx';
import { useFileUploads } from './useFileUploads.ts';

interface FilesStepProps {
  session: AnonymousSession;
  secret: string;
  onChanged: (session?: AnonymousSession) => Promise<unknown>;
  onSent: (sent: AnonymousDocument[]) => void;
  onLeave: () => void;
}

const Capture = lazy(async () => ({
  default: (await import('../capture/Capture.tsx')).Capture,
}));

/** The photographed pages of one document, kept while the camera or the page review is open. */
interface PhotographedPages {
  id: string;
  photos: readonly File[];
  camera: boolean;
}

const list = (names: readonly string[]): string =>
  names.length > 3
    ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more files`
    : new Intl.ListFormat('en-US').format(names);
const countFiles = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

export function FilesStep({ session, secret, onChanged, onSent, onLeave }: FilesStepProps) {
  const isOver = session.state === 'EXPIRED' || session.state === 'EXTENSION_REQUESTED';
  const loans = useCall(
    'listAnonymousLoans',
    { params: { session: secret } },
    { enabled: !isOver },
  );
  const { uploads, isSending, stopped, forgetStopped, add, retry } = useFileUploads(secret, () =>
    onChanged(),
  );
  const [loanId, setLoanId] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const showProblem = {
    onFailure: ({ message }: { message: string }) => {
      setProblem(message);
      return true;
    },
  };
  const edit = useAction('editAnonymousDocument', showProblem);
  const submit = useAction('submitAnonymousDocuments', showProblem);
  const waiting = session.documents.filter(({ submittedDate }) => submittedDate === null);
  const ready = waiting.filter((document) => !blockedBecause(document));
  const submitFiles = () => {
    setProblem(null);
    const documentIds = ready.map(({ id }) => id);
    const comment = note.trim();
    submit.mutate(
      {
        params: { session: secret },
        body: {
          documentIds,
          ...(loanId !== '' && { loanId }),
          ...(comment !== '' && { comment }),
        },
      },
      {
        onSuccess: (submitted) => {
          void onChanged(submitted);
          onSent(submitted.documents.filter(({ id }) => documentIds.includes(id)));
        },
      },
    );
  };
  const [pages, setPages] = useState<PhotographedPages | null>(null);
  const openCamera = async () => {
    const id = crypto.randomUUID();
    if (await hasLiveCamera()) setPages({ id, photos: [], camera: true });
    else takePhoto((photo) => setPages({ id, photos: [photo], camera: false }));
  };
  const sendPages = async (file: File) => {
    add([file]);
    return true;
  };
  const ownLoans = loans.data?.loans ?? [];
  const foot = (
    <span>
      Verified as {session.emailAddress}. <TextButton onClick={onLeave}>Not you?</TextButton>
    </span>
  );
  return (
    <UploadFrame owner={session.owner} step={2} foot={foot}>
      <Stack gap="md">
        <SessionBar session={session} secret={secret} onChanged={(next) => void onChanged(next)} />
        {!isOver && (
          <>
            {ownLoans.length > 0 && (
              <NativeSelect
                size="md"
                label="Which loan is this for?"
                value={loanId}
                onChange={({ currentTarget }) => setLoanId(currentTarget.value)}
                data={[
                  { value: '', label: 'Not about a specific loan' },
                  ...ownLoans.map(({ id, name, shortCode }) => ({
                    value: id,
                    label: `${name}, ${shortCode}`,
                  })),
                ]}
              />
            )}
            {stopped.length > 0 && (
              <Notice hue="orange">
                {`The page was closed before ${list(stopped)} finished uploading. Choose ${stopped.length === 1 ? 'it' : 'them'} again; large files continue where they stopped. `}
                <TextButton onClick={forgetStopped}>Not needed</TextButton>
              </Notice>
            )}
            <FilePicker onFiles={add} onCamera={() => void openCamera()} />
            {pages && (
              <Suspense fallback={null}>
                <Capture
                  key={pages.id}
                  target={{ id: pages.id, title: 'Photographed pages', dueDate: null }}
                  userId={null}
                  photos={pages.photos}
                  camera={pages.camera}
                  onTaken={() => setPages({ ...pages, photos: [] })}
                  onSend={sendPages}
                  onClose={() => setPages(null)}
                />
              </Suspense>
            )}
            <FileRows
              documents={waiting}
              uploads={uploads}
              onRetry={retry}
              onUnlock={async ({ id }, password) => {
                try {
                  await send('unlockAnonymousDocument', {
                    params: { session: secret },
                    body: { id, password },
                  });
                } catch (failure) {
                  return failure instanceof CallError ? failure.message : NOT_SENT;
                }
                await onChanged();
                return undefined;
              }}
              onRemove={({ id }) =>
                edit.mutate(
                  { params: { session: secret }, body: { id, remove: true } },
                  { onSuccess: () => void onChanged() },
                )
              }
            />
            {waiting.length > 0 && (
              <Textarea
                label="Note (optional)"
                value={note}
                onChange={({ currentTarget }) => setNote(currentTarget.value)}
                maxLength={ANONYMOUS_NOTE_MAX}
                minRows={2}
              />
            )}
            {problem !== null && <Notice hue="red">{problem}</Notice>}
            <Button
              size="md"
              fullWidth
              onClick={submitFiles}
              loading={submit.isPending}
              disabled={ready.length === 0 || isSending}
            >
              {ready.length === 0 ? 'Send files' : `Send ${countFiles(ready.length)}`}
            </Button>
          </>
        )}
      </Stack>
    </UploadFrame>
  );
}
