import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Attachment, Element } from '@cairn/contract';
import { MAX_ATTACHMENTS } from '@cairn/contract/constants';
import { Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { blockedBecause } from '../documents/scanState.ts';
import type { AttachedState } from './useAttachedFiles.ts';

interface PackageFile {
  file: Attachment;
  title: string;
  /** The audience that cannot see the file. It is shown so that the sender knows before sending. */
  limits: string | undefined;
}

function limitsOf({ hidden, heldUntil, priorityType }: Element): string | undefined {
  if (hidden || heldUntil !== null) return 'Hidden from the borrower';
  return priorityType === 'PRIVATE' ? 'Private' : undefined;
}

/** The uploaded files of the loan. A file that is also shown through a link is listed once. */
function filesIn(elements: readonly Element[], loanId: string): PackageFile[] {
  const files = elements.flatMap((element): PackageFile[] => {
    const document = element.answer?.document;
    if (!document || document.loanId !== loanId || blockedBecause(document)) return [];
    const { id, name, size, virusScanState, scanReason } = document;
    const file = { id, name, size, virusScanState, scanReason };
    return [{ file, title: element.title, limits: limitsOf(element) }];
  });
  return [...new Map(files.map((each) => [each.file.id, each])).values()];
}

interface PackageFilesDialogProps {
  files: AttachedState;
  onClose: () => void;
}

/** Selects files from the package. Each recipient receives only the files that they may see. */
export default function PackageFilesDialog({ files, onClose }: PackageFilesDialogProps) {
  const { loanId, chosen, add } = files;
  const elements = useCall('listElements', { params: { id: loanId } });
  const [words, setWords] = useState('');
  const [ids, setIds] = useState<string[]>([]);
  const all = elements.data && filesIn(elements.data.elements, loanId);
  const search = words.trim().toLowerCase();
  const matches = all?.filter(({ title, file }) =>
    `${title}\n${file.name}`.toLowerCase().includes(search),
  );
  const left = MAX_ATTACHMENTS - chosen.length;
  const submit = (event: FormEvent) => {
    // React events bubble through portals, so without stopPropagation the form of the page would be submitted too.
    event.preventDefault();
    event.stopPropagation();
    add((all ?? []).flatMap(({ file }) => (ids.includes(file.id) ? [file] : [])));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Attach from the package" size={520}>
      <Form
        form={{ message: null, busy: false, failures: 0, submit }}
        actions={<DialogActions label="Attach" disabled={ids.length === 0} onClose={onClose} />}
      >
        <Text size="body" c="var(--ink-2)">
          Each recipient gets the files that they may see on this loan.
        </Text>
        <TextInput
          aria-label="Search files"
          placeholder="Search files"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {!matches && (
          <QueryFallback
            query={elements}
            loading="Loading the files"
            failed="The files could not be loaded"
            rows={3}
          />
        )}
        {matches?.length === 0 && (
          <Text size="table" c="var(--ink-2)">
            {search === '' ? 'No files in the package yet.' : `No results for “${words.trim()}”`}
          </Text>
        )}
        <Checkbox.Group value={ids} onChange={setIds}>
          <Stack gap="xs" mah="40dvh" style={{ overflowY: 'auto' }}>
            {matches?.map(({ file: { id, name }, title, limits }) => (
              <Checkbox
                key={id}
                value={id}
                label={title}
                description={[name, limits].filter(Boolean).join(' · ')}
                disabled={!ids.includes(id) && ids.length >= left}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Form>
    </Modal>
  );
}
