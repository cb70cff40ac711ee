import { SHOEBOX_AT_ONCE } from '@cairn/contract/shoebox-terms';
import { Button, Stack, Text } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import type { Filing } from './useFileItems.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}));

interface FileSuggestedProps {
  suggested: readonly Filing[];
  onFile: () => void;
  className: string;
}

const entityOf = ({ item }: Filing): string | null => item.suggestion?.entityName ?? null;

/** Files items as suggested, up to the limit of one call, after a dialog that lists them. */
export function FileSuggested({ suggested, onFile, className }: FileSuggestedProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (suggested.length === 0) return null;
  const filings = suggested.slice(0, SHOEBOX_AT_ONCE);
  const label = filings.length === 1 ? 'File 1 file' : `File ${filings.length} files`;
  return (
    <>
      <Button
        className={className}
        leftSection={<IconWand size={16} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        File {suggested.length} suggested
      </Button>
      <Suspense>
        {isOpen && (
          <ConfirmDialog
            title={`${label} as suggested?`}
            confirm={label}
            danger={false}
            size={560}
            onConfirm={() => {
              setIsOpen(false);
              onFile();
            }}
            onClose={() => setIsOpen(false)}
          >
            <Stack component="ul" gap="xs" mah={360} style={{ overflowY: 'auto' }}>
              {filings.map((filing) => (
                <li key={filing.item.id}>
                  <Text span inherit fw={600} c="var(--ink)">
                    {withoutExtension(filing.item.title)}
                  </Text>{' '}
                  to {filing.title}
                  {entityOf(filing) && `, ${entityOf(filing)}`}
                </li>
              ))}
            </Stack>
            {filings.length < suggested.length && (
              <Text size="meta" mt="xs">
                At most {SHOEBOX_AT_ONCE} are filed at once; the others stay here.
              </Text>
            )}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
