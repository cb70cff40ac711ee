import { Button } from '@mantine/core';
import {
  IconDownload,
  IconEye,
  IconFilePlus,
  IconPencilPlus,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, memo, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import classes from './Package.module.css';
import type { Folder } from './packageTree.ts';

const NewDocumentDialog = lazy(() => import('./NewDocumentDialog.tsx'));
const DownloadDialog = lazy(() => import('../exports/DownloadDialog.tsx'));
const SelectionDialog = lazy(() => import('../exports/SelectionDialog.tsx'));
const route = getRouteApi('/shell/loans/$loanId');

interface PackageToolsProps {
  loanId: string;
  /** The number of answers that wait for the user's decision. */
  toReview: number;
  folder: Folder;
  mayRequest: boolean;
  mayDownload: boolean;
  onRequest: () => void;
}

/** Memoized: router links are expensive and the parent re-renders on every keystroke. */
export const PackageTools = memo(function PackageTools(props: PackageToolsProps) {
  const { loanId, folder, mayRequest, mayDownload, toReview, onRequest } = props;
  const downloads = route.useSearch({ select: (search) => search.downloads });
  const options = route.useSearch({ select: (search) => search.options });
  const navigate = route.useNavigate();
  const showDownloads = (of: 'package' | undefined) =>
    void navigate({
      search: (now) => ({ ...now, downloads: of, options: undefined }),
      replace: true,
      resetScroll: false,
    });
  /** Opens the dialog at once. The URL changes in a transition, which can be delayed while the package re-renders. */
  const [opening, setOpening] = useState(false);
  if (opening && downloads !== undefined) setOpening(false);
  const closeDownloads = () => {
    setOpening(false);
    showDownloads(undefined);
  };
  const [creating, setCreating] = useState(false);
  return (
    <span className={classes.tools}>
      {toReview > 0 && (
        <Button
          renderRoot={(root) => <Link {...root} to={routes.review} search={{ loanId }} />}
          variant="default"
          size="compact-sm"
          leftSection={<IconEye size={15} stroke={1.7} aria-hidden />}
        >
          Review {toReview}
        </Button>
      )}
      {mayDownload && (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
          onClick={() => {
            setOpening(true);
            showDownloads('package');
          }}
        >
          <span className={classes.word}>Download</span>
        </Button>
      )}
      {mayRequest && (
        <>
          <Button
            renderRoot={(root) => <Link {...root} to={routes.loanTrash} params={{ loanId }} />}
            variant="default"
            size="compact-sm"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
          >
            <span className={classes.word}>Trash</span>
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-haspopup="dialog"
            leftSection={<IconFilePlus size={15} stroke={1.7} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            <span className={classes.word}>New document</span>
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-haspopup="dialog"
            leftSection={<IconPencilPlus size={15} stroke={1.7} aria-hidden />}
            onClick={onRequest}
          >
            New request
          </Button>
          <Button
            renderRoot={(root) => (
              <Link
                {...root}
                to={routes.requestFiles}
                params={{ loanId }}
                search={folder.parent === null ? {} : { folder: folder.element.id }}
              />
            )}
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
          >
            Request files
          </Button>
        </>
      )}
      <Suspense>
        {creating && <NewDocumentDialog folder={folder} onClose={() => setCreating(false)} />}
        {mayDownload && (opening || downloads === 'package') && (
          <DownloadDialog loanId={loanId} chosen={options} onClose={closeDownloads} />
        )}
        {mayDownload && downloads === 'selection' && (
          <SelectionDialog loanId={loanId} ids={[]} onClose={closeDownloads} />
        )}
      </Suspense>
    </span>
  );
});
