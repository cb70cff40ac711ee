import { Button } from '@mantine/core';
import { calls } from '../../lib/calls.ts';
import { addressOf } from '../../lib/client.ts';
import { showLineError } from '../../lib/showLineError.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { CsvButton } from '../../ui/CsvButton.tsx';

interface CsvButtonsProps {
  companyId: string | undefined;
  mayUpload: boolean;
}

export function CsvButtons({ companyId, mayUpload }: CsvButtonsProps) {
  const { mutate, isPending } = useAction('uploadTemplates', { onFailure: showLineError });
  const query = companyId ? { companyId } : {};
  const upload = (file: { name: string; text: string }) =>
    mutate(
      { body: { file }, query: companyId ? { company: companyId } : {} },
      {
        onSuccess: ({ templates }) =>
          toast.success(
            templates.length === 1
              ? `${templates[0]!.name} created`
              : `${templates.length} templates created`,
          ),
      },
    );
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
      {mayUpload && <CsvButton variant="default" loading={isPending} onFile={upload} />}
    </>
  );
}
