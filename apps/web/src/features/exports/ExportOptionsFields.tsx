import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { ExportOption, ExportOptions } from '@cairn/contract/export-terms';
import { Checkbox, Stack } from '@mantine/core';

const FIELDS: Record<ExportOption, { label: string; description: string }> = {
  approvedOnly: {
    label: 'Approved only',
    description: 'Leaves out documents that are waiting for review, rejected or expired',
  },
  cover: {
    label: 'Cover page and contents',
    description: 'In the one PDF: lender, loan, date and a list with page numbers',
  },
  stamps: {
    label: 'Stamps on every page',
    description:
      'In the one PDF: page and loan number, approved by and date. Originals stay as they are.',
  },
};

interface ExportOptionsFieldsProps {
  options: ExportOptions;
  offered: readonly ExportOption[];
  onChange: (options: ExportOptions) => void;
}

export function ExportOptionsFields({ options, offered, onChange }: ExportOptionsFieldsProps) {
  return (
    <Stack component="fieldset" gap="xs" m={0} mb="md" p={0} bd={0} aria-label="Options">
      {offered.map((name) => (
        <Checkbox
          key={name}
          {...FIELDS[name]}
          checked={options[name]}
          onChange={() => onChange({ ...options, [name]: !options[name] })}
        />
      ))}
    </Stack>
  );
}
