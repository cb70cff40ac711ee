import { Button, Paper, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { toast } from '../../lib/toast.ts';
import { NOT_SENT, refusalOf } from '../documents/uploadProblems.ts';
import { putFile } from '../documents/putFile.ts';
import { send } from '../../lib/client.ts';
import { CallError } from '../../lib/CallError.ts';
import classes from './AdminPage.module.css';

const STATES: Record<string, string> = {
  PENDING: 'Checking file',
  INFECTED: 'Blocked by the file check',
  ERROR: 'Blocked: it could not be checked',
};

/** Uploads a file that belongs to the company rather than to a loan, and resolves to its id. */
async function uploadFor(companyId: string, file: File): Promise<string> {
  const about = { name: file.name, size: file.size, companyId };
  const place = await send('getUploadUrl', { query: about });
  await putFile({
    address: place.uploadUrl,
    headers: place.headers,
    file,
    signal: new AbortController().signal,
    onPercent: () => undefined,
  });
  const { key, provider } = place;
  return (await send('createDocument', { body: { ...about, key, provider } })).id;
}

export function ExcelTemplate({ companyId, mayEdit }: { companyId: string; mayEdit: boolean }) {
  const { data: template } = useCall('getExcelTemplateId', { params: { id: companyId } });
  const choose = useAction('setExcelTemplateId');
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const refusal = refusalOf(file);
    if (refusal !== null) {
      toast.error(refusal);
      return;
    }
    setSending(true);
    try {
      const docId = await uploadFor(companyId, file);
      choose.mutate(
        { params: { id: companyId, docId } },
        { onSuccess: () => announce(`${file.name} is now the template`) },
      );
    } catch (failure) {
      toast.error(failure instanceof CallError ? failure.message : NOT_SENT);
    } finally {
      setSending(false);
    }
  };

  if (!template) return null;
  const state = template.virusScanState && STATES[template.virusScanState];
  return (
    <Paper withBorder radius="lg">
      <div className={classes.item}>
        <Text
          component="span"
          inherit
          fw={500}
          flex={1}
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          {template.name ?? 'None yet'}
        </Text>
        {state && (
          <Text
            component="span"
            size="meta"
            fw={500}
            py={3}
            px="xs"
            c="var(--gray-fg)"
            bg="var(--gray-bg)"
            bdrs="sm"
          >
            {state}
          </Text>
        )}
        {mayEdit && (
          <>
            <input
              ref={input}
              type="file"
              accept=".xlsx,.xltx"
              className={classes.file}
              tabIndex={-1}
              aria-label="Spreadsheet template"
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              size="xs"
              loading={sending}
              onClick={() => input.current?.click()}
            >
              {template.name ? 'Replace' : 'Choose a spreadsheet'}
            </Button>
          </>
        )}
      </div>
    </Paper>
  );
}
