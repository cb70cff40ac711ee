import type { Document } from '@cairn/contract';
import { OFFICE_EDIT_MAX_BYTES, uploadExtension } from '@cairn/contract/file-terms';
import { Button, Flex, Text } from '@mantine/core';
import { IconFilePencil, IconFileUpload, IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { CallError } from '../../lib/CallError.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { hasOfficeEditor } from '../../lib/officeEditor.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { chooseFile } from './chooseFile.ts';
import { saveBytes } from './saveBytes.ts';
import { NOT_SENT } from './uploadProblems.ts';

const OfficeEditor = lazy(() => import('./OfficeEditor.tsx'));

/**
 * The version of each downloaded copy, by document ID. Sending it lets the server refuse a copy that would overwrite a
 * newer version.
 */
const versions = new Map<string, number>();

async function takeCopy(id: string): Promise<void> {
  try {
    const { version, editDownloadUrl } = await send('getDocumentWithEditUrl', { params: { id } });
    if (editDownloadUrl === null) return;
    versions.set(id, version);
    window.location.assign(editDownloadUrl);
  } catch (failure) {
    reportFailure(failure, calls.getDocumentWithEditUrl);
  }
}

async function saveCopy(id: string, file: File): Promise<void> {
  try {
    const document = await send('getDocumentWithEditUrl', { params: { id } });
    if (uploadExtension(file.name) !== uploadExtension(document.name)) {
      toast.error(`Choose the edited copy of ${document.name}.`);
      return;
    }
    const { version } = await saveBytes(document, versions.get(id) ?? document.version, file);
    versions.set(id, version);
    announce('Saved as a new version');
    toast.success('Saved as a new version. It is checked before anyone opens it.');
    await refresh(calls.saveDocument.changes, document.loanId);
  } catch (failure) {
    if (failure instanceof CallError) reportFailure(failure, calls.saveDocument);
    else toast.error(NOT_SENT);
  }
}

interface EditOfficeProps {
  document: Document;
  /**
   * False while a saved version is being scanned. An editor that is already open stays open, but a new one cannot be
   * opened.
   */
  isClean: boolean;
}

/**
 * Lets lenders edit an Office document in the browser, or download a copy and upload the edited file. Each save creates
 * a new version.
 */
export default function EditOffice({ document, isClean }: EditOfficeProps) {
  const { id, name, size } = document;
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isOnline = hasOfficeEditor && size !== null && size <= OFFICE_EDIT_MAX_BYTES;
  const whileBusy = (work: Promise<void>) => {
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  return (
    <Flex direction="column" gap="s6">
      {isClean && isOnline && (
        <Button
          size="compact-sm"
          aria-haspopup="dialog"
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Edit in the browser
        </Button>
      )}
      <Suspense>
        {isOpen && <OfficeEditor document={document} onClose={() => setOpen(false)} />}
      </Suspense>
      {isClean && (
        <>
          <Flex wrap="wrap" gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              leftSection={<IconFilePencil size={16} stroke={1.7} aria-hidden />}
              onClick={() => whileBusy(takeCopy(id))}
            >
              Edit a copy
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />}
              onClick={() => chooseFile((file) => whileBusy(saveCopy(id, file)))}
            >
              Save edited copy
            </Button>
          </Flex>
          <Text size="meta" c="dimmed">
            Shown here as a PDF.{' '}
            {isOnline
              ? 'Edit it here, or edit a copy in your office program.'
              : `Edit ${name} in your office program.`}{' '}
            Earlier versions are kept.
          </Text>
        </>
      )}
    </Flex>
  );
}
