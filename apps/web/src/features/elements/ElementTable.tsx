import type { Element } from '@cairn/contract';
import { useMemo } from 'react';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useVirtualRows } from '../../kit/useVirtualRows.ts';
import { ElementRow } from './ElementRow.tsx';
import classes from './ElementTable.module.css';
import { FolderTableRow } from './FolderTableRow.tsx';
import type { Folder } from './packageTree.ts';

const ROW_PX = 44;

type Line = { folder: Folder } | { file: Element };

const keyOf = (line: Line): string => ('folder' in line ? line.folder.element.id : line.file.id);

interface ElementTableProps {
  folder: Folder;
  asBorrower: boolean;
  onOpen: (folder: Folder) => void;
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Status</th>
        <th scope="col" className={classes.number}>
          Size
        </th>
        <th scope="col">Modified</th>
        <th scope="col">
          <span className={classes.unseen}>Actions</span>
        </th>
      </tr>
    </thead>
  );
}

export function ElementTable({ folder, asBorrower, onOpen }: ElementTableProps) {
  const now = useNow();
  const lines: Line[] = useMemo(
    () => [
      ...folder.folders.map((child) => ({ folder: child })),
      ...folder.files.map((file) => ({ file })),
    ],
    [folder],
  );
  const { body, rows, above, below, virtualizer } = useVirtualRows({
    keys: useMemo(() => lines.map(keyOf), [lines]),
    height: () => ROW_PX,
  });
  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing in this folder">Choose another folder to see more.</EmptyState>
    );
  }
  return (
    <div className={classes.holder}>
      <table className={classes.table} aria-label={folder.element.title}>
        <Head />
        <tbody ref={body}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.map(({ index, key }) => {
            const line = lines[index] as Line;
            const placed = { index, measure: virtualizer.measureElement, now };
            return 'folder' in line ? (
              <FolderTableRow key={key} {...placed} folder={line.folder} onOpen={onOpen} />
            ) : (
              <ElementRow key={key} {...placed} element={line.file} asBorrower={asBorrower} />
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
