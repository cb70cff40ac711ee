import { useEffect, useState } from 'react';

/** Asked for as soon as a file is: it comes meanwhile. */
const pdf = import('./pdf.ts');

interface Found {
  content: ArrayBuffer;
  /** Null: it is no PDF that can be read. */
  pages: string[] | null;
}

/** The text of a file, page by page. */
export function usePageText(content: ArrayBuffer): {
  pages: string[] | undefined;
  broken: boolean;
} {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const control = new AbortController();
    const read = async () => (await pdf).wordsIn(content, control.signal);
    read().then(
      (pages) => control.signal.aborted || setFound({ content, pages }),
      () => control.signal.aborted || setFound({ content, pages: null }),
    );
    return () => control.abort();
  }, [content]);
  const pages = found?.content === content ? found.pages : undefined;
  return { pages: pages ?? undefined, broken: pages === null };
}
