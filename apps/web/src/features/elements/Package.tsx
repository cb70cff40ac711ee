import type { Element } from '@cairn/contract';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { percentOf } from '../../kit/progress.ts';
import { ProgressBar } from '../../kit/Progress.tsx';
import { useRefusedDrops } from '../documents/useRefusedDrops.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ElementTable } from './ElementTable.tsx';
import { FolderSelect } from './FolderSelect.tsx';
import { Folders } from './Folders.tsx';
import classes from './Package.module.css';
import { buildPackage, type Counts, type Folder } from './packageTree.ts';
import { useStatusAnnouncements } from './useStatusAnnouncements.ts';

const route = getRouteApi('/shell/loans/$loanId');

interface PackageProps {
  elements: Element[];
  counts: Counts;
  asBorrower: boolean;
  /** Stands over the documents, beside the folders. */
  facts: ReactNode;
}

function Answered({ answered, approved, total }: Counts) {
  const percent = percentOf(answered, total);
  return (
    <div className={classes.foot}>
      <p>
        <span>
          {answered} of {total} files answered
        </span>
        <span>{percent}%</span>
      </p>
      <ProgressBar answered={percent} approved={percentOf(approved, total)} />
    </div>
  );
}

/** Folders on the left, what is asked for in the chosen one on the right. */
export function Package({ elements, counts, asBorrower, facts }: PackageProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const built = useMemo(() => buildPackage(elements), [elements]);
  useStatusAnnouncements(elements, asBorrower);
  useRefusedDrops();
  if (!built) {
    return (
      <>
        {facts}
        <EmptyState title="Nothing asked for yet">Requested documents appear here.</EmptyState>
      </>
    );
  }
  const chosen = built.byId.get(search.folder ?? '') ?? built.root;
  const choose = (folder: Folder) =>
    void navigate({
      search: folder === built.root ? {} : { folder: folder.element.id },
      resetScroll: false,
    });
  return (
    <div className={classes.package}>
      <section className={classes.folders} aria-label="Folders">
        <Folders root={built.root} chosen={chosen} onChoose={choose} />
        <Answered {...counts} />
      </section>
      <section className={classes.files} aria-label="Documents">
        {facts}
        <div className={classes.where}>
          <Breadcrumb folder={chosen} onChoose={choose} />
        </div>
        <FolderSelect root={built.root} chosen={chosen} onChoose={choose} />
        <ElementTable folder={chosen} asBorrower={asBorrower} onOpen={choose} />
      </section>
    </div>
  );
}
