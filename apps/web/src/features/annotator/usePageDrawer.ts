import { useEffect, useState } from 'react';
import type { PageDrawer } from './pageDrawer.ts';

/** Undefined while the file is being opened; null if it cannot be opened. */
export function usePageDrawer(content: ArrayBuffer | undefined): PageDrawer | null | undefined {
  const [drawer, setDrawer] = useState<PageDrawer | null>();
  useEffect(() => {
    if (!content) return undefined;
    const ended = new AbortController();
    import('./pdf.ts')
      .then(({ openDrawer }) => openDrawer(content, ended.signal))
      .then(
        (opened) => !ended.signal.aborted && setDrawer(opened),
        () => !ended.signal.aborted && setDrawer(null),
      );
    return () => ended.abort();
  }, [content]);
  return drawer;
}
