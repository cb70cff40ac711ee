import type { TemplateElement } from '@cairn/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconLoader2, IconPaperclip, IconShieldX } from '@tabler/icons-react';
import { useRef } from 'react';
import { send } from '../../lib/client.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { toast } from '../../lib/toast.ts';
import { putFile } from '../documents/putFile.ts';
import { refusalOf } from '../documents/uploadProblems.ts';
import type { TemplateDraft } from './templateDraft.ts';

const NOT_UPLOADED = 'Error while uploading document';

async function upload(templateElementId: string, revision: number, file: File) {
  const query = { templateElementId, name: file.name, size: file.size };
  const { uploadUrl: address, headers, key } = await send('getTemplateAnswerUrl', { query });
  const signal = new AbortController().signal;
  await putFile({ address, headers, file, signal, onPercent: () => undefined });
  const body = { ...query, revision, key };
  return send('answerTemplateElement', { body });
}

interface AnswerFileProps {
  element: TemplateElement;
  drafting: TemplateDraft;
  editable: boolean;
}

/** A form or spreadsheet that every loan created from the template starts with. */
export function AnswerFile({ element, drafting, editable }: AnswerFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const { answer, templateElementId: elementId } = element;
  const attach = (file: File | undefined) => {
    if (!file) return;
    const refusal = refusalOf(file);
    if (refusal !== null) toast.error(refusal);
    else drafting.after(elementId, (revision) => upload(elementId, revision, file), NOT_UPLOADED);
  };
  const remove = () =>
    drafting.after(
      elementId,
      () => send('deleteTemplateAnswer', { params: { elementId } }),
      NOT_UPLOADED,
    );
  return (
    <Group gap="xs" wrap="nowrap" fz="table" lh="table" mih={40}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File handed out"
        onChange={(event) => {
          attach(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {answer ? (
        <>
          <IconPaperclip size={15} stroke={1.7} aria-hidden />
          <Text component="span" truncate inherit flex={1} miw={0}>
            {answer.name}
          </Text>
          {answer.virusScanState === 'PENDING' && (
            <StatusChip hue="gray" icon={IconLoader2} label="Checking file" busy />
          )}
          {answer.virusScanState === 'INFECTED' && (
            <StatusChip hue="red" icon={IconShieldX} label="Blocked" />
          )}
          {editable && (
            <Button variant="default" size="compact-sm" onClick={remove}>
              Remove
            </Button>
          )}
        </>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={!editable}
          onClick={() => input.current?.click()}
        >
          Attach a file
        </Button>
      )}
    </Group>
  );
}
