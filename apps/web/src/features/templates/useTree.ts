import type { TemplateElement } from '@cairn/contract';
import { useMemo, useState } from 'react';
import type { BlockType } from '@cairn/contract/template-terms';
import { closedBelow, rowsOf } from './builderTree.ts';

export type Depth = 1 | 2 | 'all';

/** View state of the tree: closed folders, whether files are shown, and the selected block. */
export function useTree(elements: readonly TemplateElement[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [depth, setDepth] = useState<Depth>('all');
  const [hideFiles, setHideFiles] = useState(false);
  const [block, setBlock] = useState<BlockType | ''>('');
  const rows = useMemo(
    () =>
      rowsOf(
        block === '' ? elements : elements.filter(({ blockType }) => blockType === block),
        closed,
        hideFiles,
      ),
    [elements, closed, hideFiles, block],
  );
  const toggle = (id: string, open?: boolean) =>
    setClosed((now) => {
      const next = new Set(now);
      if (open ?? now.has(id)) next.delete(id);
      else next.add(id);
      return next;
    });
  const choose = (newDepth: Depth) => {
    setDepth(newDepth);
    setClosed(newDepth === 'all' ? new Set() : closedBelow(elements, newDepth));
  };
  return { rows, closed, toggle, depth, choose, hideFiles, setHideFiles, block, setBlock };
}
