import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { announce } from '../../kit/announce.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { toast } from '../../kit/toast.ts';
import { NOT_SENT, refusalOf } from '../documents/upload.ts';
import { putFile } from '../documents/putFile.ts';
import { send } from '../../kit/client.ts';
import { CallError } from '../../kit/CallError.ts';
import classes from './AdminPage.module.css';

const STATES: Record<string, string> = {
  PENDING: 'Checking file',
  INFECTED: 'Blocked: a virus was found',
  ERROR: 'Blocked: it could not be checked',
};

/** A file of the company itself, by its id. */
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
        { onSuccess: () => announce(`${file.name} is the template now`) },
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
    <div className={classes.card}>
      <div className={classes.item}>
        <span className={classes.itemName}>{template.name ?? 'None yet'}</span>
        {state && <span className={classes.feature}>{state}</span>}
        {mayEdit && (
          <>
            <input
              ref={input}
              type="file"
              accept=".xlsx,.xlsm,.xls,.xltx"
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
    </div>
  );
}
