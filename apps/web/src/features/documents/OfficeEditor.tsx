import type { Document } from '@cairn/contract';
import { Button, Flex, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { refresh } from '../../lib/queries.ts';
import { prolongSession } from '../../lib/sessionEnd.ts';
import { callOptions } from '../../lib/useCall.ts';

interface OfficeEditorProps {
  document: Document;
  onClose: () => void;
}
interface Editor {
  url: string;
  accessToken: string;
  endsAt: number;
}

const COLUMN = { display: 'flex', flexDirection: 'column' } as const;
const FRAME = 'office-editor';
const CHECKED_EVERY_MS = 2000;
/**
 * The page cannot observe typing in the cross-origin frame, so these messages from the editor count as user activity
 * and prolong the session.
 */
const SHOWS_WORK = new Set(['Doc_ModifiedStatus', 'Action_Save_Resp']);

function messageIn(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return (JSON.parse(data) as { MessageId?: string } | null)?.MessageId;
  } catch {
    return undefined;
  }
}

function EditorFrame({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  // Submitted only once: another submission would reload the editor and lose the changes since the last save.
  useEffect(() => {
    // A form posts the access token, which keeps the token out of the URL.
    form.current?.submit();
  }, []);
  useEffect(() => {
    const { origin } = new URL(editor.url);
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin) return;
      const message = messageIn(event.data);
      if (message === 'App_LoadingStatus') setLoaded(true);
      if (message === 'UI_Close') onClose();
      if (message === 'Action_Save_Resp') announce('Saved as a new version');
      if (message !== undefined && SHOWS_WORK.has(message)) void prolongSession();
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [editor, onClose]);
  return (
    <>
      <form ref={form} action={editor.url} method="post" target={FRAME} hidden>
        <input type="hidden" name="access_token" value={editor.accessToken} />
        <input type="hidden" name="access_token_ttl" value={editor.endsAt} />
      </form>
      {!isLoaded && <Opening />}
      <iframe
        name={FRAME}
        title="Office editor"
        // The configuration ensures that the editor has a different origin, so its scripts cannot access this page.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
        allow="clipboard-read; clipboard-write"
        style={{ flex: 1, width: '100%', border: 0, opacity: isLoaded ? 1 : 0 }}
      />
    </>
  );
}

const Opening = () => (
  <Flex component="output" align="center" justify="center" gap="sm" p="xl">
    <Loader size="sm" />
    <Text size="body">Opening the editor</Text>
  </Flex>
);

function Content({ document, onClose }: OfficeEditorProps) {
  const { data, error, refetch } = useQuery({
    ...callOptions(
      'getDocumentWithEditUrl',
      { params: { id: document.id } },
      { onFailure: () => true },
    ),
    staleTime: Infinity,
    gcTime: 0,
    // A version that was just saved cannot be opened until its scan is complete, so the query polls.
    refetchInterval: ({ state }) =>
      state.data?.virusScanState === 'PENDING' ? CHECKED_EVERY_MS : false,
  });
  // The query is refetched after each save, but an open editor keeps its first result so that it does not reload.
  const [editor, setEditor] = useState<Editor>();
  if (data?.editor && !editor) setEditor(data.editor);
  if (editor) return <EditorFrame editor={editor} onClose={onClose} />;
  if (error || (data && data.virusScanState !== 'PENDING')) {
    return (
      <Flex direction="column" align="center" gap="sm" p="xl" role="alert">
        <Text size="body">
          {error
            ? 'The editor could not be opened.'
            : 'The office server isn’t responding or can’t edit this file. Edit a copy instead.'}
        </Text>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Flex>
    );
  }
  return <Opening />;
}

/** Edits an Office document full screen in the Office server of this installation. */
export default function OfficeEditor({ document, onClose }: OfficeEditorProps) {
  const close = () => {
    onClose();
    void refresh(calls.saveDocument.changes, document.loanId);
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      // The editor uses Esc itself.
      closeOnEscape={false}
      title={document.name}
      styles={{ content: COLUMN, body: { ...COLUMN, flex: 1, minHeight: 0, padding: 0 } }}
      closeButtonProps={{ 'aria-label': 'Close the editor' }}
    >
      <Content document={document} onClose={close} />
    </Modal>
  );
}
