import { IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import type { AttachedState } from './useAttachedFiles.ts';

const menu = menuLoadedBy(() => import('./AttachMenu.tsx'));
const PackageFilesDialog = lazy(() => import('./PackageFilesDialog.tsx'));

export function AttachButton({ files }: { files: AttachedState }) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <LazyMenu
        menu={menu}
        label="Attach files"
        body={{
          onFiles: (newFiles: File[]) => void files.upload(newFiles),
          onPackage: () => setChoosing(true),
        }}
      >
        <IconPaperclip size={17} stroke={1.7} aria-hidden />
      </LazyMenu>
      {choosing && (
        <Suspense fallback={null}>
          <PackageFilesDialog files={files} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
