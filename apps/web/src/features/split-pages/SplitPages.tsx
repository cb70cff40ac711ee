import { MAX_PAGE_SOURCES } from '@cairn/contract/file-terms';
import { Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { contentProblemText, PageSkeleton } from '../annotator/Notices.tsx';
import { useOpenedFile } from '../annotator/useOpenedFile.ts';
import { usePageDrawer } from '../annotator/usePageDrawer.ts';
import { type OpenFile, Workbench } from './Workbench.tsx';

interface Source {
  documentId: string;
  /** The request that the file answers. */
  elementId: string;
}

interface SplitPagesProps extends Source {
  loanId: string;
  onClose: () => void;
}

interface FileLoaderProps extends Source {
  onOpen: (file: OpenFile) => void;
  /** Called with the reason if the file cannot be opened. */
  onFail: (reason: string) => void;
}

/** Keeps the file open while this component is mounted. */
function FileLoader({ documentId, elementId, onOpen, onFail }: FileLoaderProps) {
  const file = useOpenedFile(documentId);
  const drawer = usePageDrawer(file.state === 'here' ? file.content : undefined);
  const open = useEventCallback(onOpen);
  const fail = useEventCallback(onFail);
  const problem = (() => {
    if (file.state === 'unshowable' && file.document) return contentProblemText(file.document);
    if (file.state === 'failed' || file.state === 'missing' || drawer === null) {
      return 'The pages of this file could not be loaded.';
    }
    return file.state === 'blocked' ? 'This file did not pass the file check.' : undefined;
  })();
  useEffect(() => {
    if (problem !== undefined) fail(problem);
  }, [problem, fail]);
  const document = file.state === 'here' ? file.document : undefined;
  useEffect(() => {
    if (!document || !drawer) return;
    const { version, name } = document;
    const ticket = document.pagesTicket ?? undefined;
    open({ documentId, elementId, version, name, pages: drawer.pages, drawer, ticket });
  }, [document, drawer, documentId, elementId, open]);
  return null;
}

function Loaded({ loanId, documentId, elementId, onClose }: SplitPagesProps) {
  const [sources, setSources] = useState<readonly Source[]>([{ documentId, elementId }]);
  const [files, setFiles] = useState<readonly OpenFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const drop = (failed: Source, reason: string) => {
    if (failed.documentId === documentId) {
      setProblem(reason);
      return;
    }
    toast.error(reason);
    setSources((now) => now.filter((each) => each !== failed));
  };
  return (
    <>
      {sources.map((source) => (
        <FileLoader
          key={source.documentId}
          {...source}
          onFail={(reason) => drop(source, reason)}
          onOpen={(file) =>
            setFiles((now) =>
              now.some((each) => each.documentId === file.documentId) ? now : [...now, file],
            )
          }
        />
      ))}
      {problem !== undefined && <EmptyState title={problem} />}
      {problem === undefined && files.length === 0 && <PageSkeleton />}
      {files.length > 0 && (
        <Workbench
          loanId={loanId}
          files={files}
          isAdding={sources.length > files.length}
          onAdd={(source) =>
            sources.length < MAX_PAGE_SOURCES
              ? setSources([...sources, source])
              : toast.error(`At most ${MAX_PAGE_SOURCES} files can be merged at once.`)
          }
          onClose={onClose}
        />
      )}
    </>
  );
}

const Title = () => (
  <Group>
    Split pages
    <Text component="span" size="meta" c="dimmed" visibleFrom="wide">
      <Keys keys="1" /> <Keys keys="2" /> <Keys keys="3" /> move page to, <Keys keys="[" />{' '}
      <Keys keys="]" /> rotate, <Keys keys="Alt" /> <Keys keys="ArrowRight" /> reorder
    </Text>
  </Group>
);

/** Splits a scan with several documents into several answers, or merges several files into one. */
export default function SplitPages(props: SplitPagesProps) {
  return (
    <Modal
      opened
      fullScreen
      title={<Title />}
      onClose={props.onClose}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        body: { flex: 1, minHeight: 0, padding: 0 },
      }}
    >
      <Loaded {...props} />
    </Modal>
  );
}
