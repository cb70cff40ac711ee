import { Button } from '@mantine/core';
import { useRef } from 'react';
import { calls } from '../../lib/calls.ts';
import type { CallError } from '../../lib/CallError.ts';
import { addressOf } from '../../lib/client.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

/** The first line that is wrong, as the server names it. */
export function saysLine({ fieldErrors }: CallError): boolean {
  const [first] = Object.entries(fieldErrors);
  if (!first) return false;
  toast.error(`${first[0]}: ${first[1]}`);
  return true;
}

interface CsvButtonsProps {
  companyId: string | undefined;
  mayUpload: boolean;
}

export function CsvButtons({ companyId, mayUpload }: CsvButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useAction('uploadTemplates', { onFailure: saysLine });
  const query = companyId ? { companyId } : {};
  const upload = async (file: File | undefined) => {
    if (!file) return;
    const body = { file: { name: file.name, text: await file.text() } };
    mutate(
      { body, query: companyId ? { company: companyId } : {} },
      {
        onSuccess: ({ templates }) =>
          toast.success(
            templates.length === 1
              ? `${templates[0]!.name} created`
              : `${templates.length} templates created`,
          ),
      },
    );
  };
  return (
    <>
      <Button
        component="a"
        variant="subtle"
        href={addressOf(calls.downloadTemplateCsv.path, { query })}
        download
      >
        Download all
      </Button>
      {mayUpload && (
        <>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            hidden
            aria-label="CSV file"
            onChange={(event) => {
              void upload(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <Button variant="default" loading={isPending} onClick={() => input.current?.click()}>
            Upload CSV
          </Button>
        </>
      )}
    </>
  );
}
