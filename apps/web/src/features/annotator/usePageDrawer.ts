import { useEffect, useState } from 'react';
import type { PageDrawer } from './pageDrawer.ts';

/** Undefined while it is being opened, null where it cannot be. */
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
