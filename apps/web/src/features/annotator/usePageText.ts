import { MAX_TEXT_PAGES } from '@cairn/contract/file-terms';
import { useEffect, useState } from 'react';
import { send } from '../../lib/client.ts';
import type { ShownDocument } from './useOpenedFile.ts';

/** Starts loading with this module, so that the reader and the file load in parallel. */
const pdf = import('./pdf.ts');

interface LoadedText {
  content: ArrayBuffer;
  /** Null if the file is not a readable PDF. */
  pages: string[] | null;
  /** True while text recognition is still running for some pages. */
  isWaiting: boolean;
}

const READ_AGAIN_MS = 3000;

/**
 * Reads the text from the server, which includes recognized text of scans. Empty if the server has not read the file
 * yet.
 */
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

/** The text of a file, page by page. If the server has none yet, the text comes from the PDF itself. */
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
