import { MAX_TEXT_PAGES } from '@cairn/contract/file-terms';
import { useEffect, useState } from 'react';
import { send } from '../../lib/client.ts';
import type { ShownDocument } from './useOpenedFile.ts';

/** Requested together with the file, so that both load at the same time. */
const pdf = import('./pdf.ts');

interface LoadedText {
  content: ArrayBuffer;
  /** Null: it is no PDF that can be read. */
  pages: string[] | null;
  /** The text of some pages is still being recognized. */
  isWaiting: boolean;
}

const READ_AGAIN_MS = 3000;

/** As the server read it, which includes recognized text of scans. None: it has not read it yet. */
async function readText(
  { id, pagesTicket: ticket }: ShownDocument,
  signal: AbortSignal,
): Promise<Omit<LoadedText, 'content'> & { pages: string[] }> {
  const pages: string[] = [];
  let isWaiting = false;
  for (let from = 1; ; from += MAX_TEXT_PAGES) {
    const query = { from, ...(ticket !== null && { ticket }) };
    const reply = await send('getDocumentText', { params: { id }, query }, signal);
    pages.push(...reply.pages.map(({ text }) => text));
    isWaiting ||= reply.pages.some(({ source }) => source === 'WAITING');
    if (reply.pages.length < MAX_TEXT_PAGES) return { pages, isWaiting };
  }
}

/** The text of a file, page by page. */
export function usePageText(document: ShownDocument, content: ArrayBuffer) {
  const [loaded, setLoaded] = useState<LoadedText>();
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const text = await readText(document, signal).catch(() => ({ pages: [], isWaiting: false }));
      if (text.pages.length > 0) return text;
      return { pages: await (await pdf).wordsIn(content, signal), isWaiting: false };
    };
    const show = async (): Promise<void> => {
      const text = await read().catch(() => ({ pages: null, isWaiting: false }));
      if (signal.aborted) return;
      setLoaded({ content, ...text });
      if (text.isWaiting) timer = setTimeout(() => void show(), READ_AGAIN_MS);
    };
    void show();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [document, content]);
  const current = loaded?.content === content ? loaded : undefined;
  return {
    pages: current?.pages ?? undefined,
    isWaiting: current?.isWaiting ?? false,
    broken: current?.pages === null,
  };
}
