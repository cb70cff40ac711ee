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
/** Typing in the frame is not seen here, so the editor's own messages stand for it. */
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
  // Once: another submission would load the editor anew, without what was typed since the last save.
  useEffect(() => {
    // By a form, so that the token is in no address.
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
        // Its own origin is another one, which the configuration ensures: it reaches nothing of this page.
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
    // What was saved a moment ago is checked before it is opened.
    refetchInterval: ({ state }) =>
      state.data?.virusScanState === 'PENDING' ? CHECKED_EVERY_MS : false,
  });
  // Asked anew after each save, but an editor that is open stays as it is.
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

/** An office document, edited in the installation's office server over the whole window. */
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
      // Esc belongs to the editor.
      closeOnEscape={false}
      title={document.name}
      styles={{ content: COLUMN, body: { ...COLUMN, flex: 1, minHeight: 0, padding: 0 } }}
      closeButtonProps={{ 'aria-label': 'Close the editor' }}
    >
      <Content document={document} onClose={close} />
    </Modal>
  );
}
