import { MAX_SELECTED } from '@cairn/contract/export-terms';
import type { ShoeboxItem } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const SelectionDialog = lazy(() => import('../exports/SelectionDialog.tsx'));

/**
 * Downloads the listed files as a zip or a PDF. If there are too many, it downloads the first ones, and the button says
 * so.
 */
export function DownloadFiles({ items }: { items: readonly ShoeboxItem[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        style={{ justifySelf: 'start' }}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {items.length > MAX_SELECTED
          ? `Download the first ${MAX_SELECTED} files`
          : 'Download files'}
      </Button>
      <Suspense>
        {isOpen && (
          <SelectionDialog
            loanId={null}
            ids={items.slice(0, MAX_SELECTED).map(({ id }) => id)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
