import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { toast } from '../../lib/toast.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import {
  dropDraft,
  keepDraft,
  type PageDraft,
  type PhotographedPage,
  readDraft,
} from './pageDrafts.ts';
import { pageJob } from './pageJobs.ts';
import { type Quad, type Turns, WHOLE_PHOTO } from './quad.ts';

const UNREADABLE = 'This photo can’t be read here. Send it with “Upload” instead.';

async function cutPage(
  page: Pick<PhotographedPage, 'id' | 'photo' | 'isWhole'>,
  corners: Quad,
  turns: Turns,
): Promise<PhotographedPage> {
  const cut = await pageJob({ kind: 'cut', photo: page.photo, corners, turns });
  const { id, photo, isWhole } = page;
  return { id, photo, isWhole, corners, turns, ...cut };
}

async function pageOf(file: Blob, id: string = crypto.randomUUID()): Promise<PhotographedPage> {
  const { photo, corners } = await pageJob({ kind: 'take', file });
  return cutPage({ id, photo, isWhole: corners === null }, corners ?? WHOLE_PHOTO, 0);
}

/** `kept nowhere` applies to visitors: other people may use the same browser, and no logout would delete the pages. */
export type Kept = 'saving' | 'kept' | 'not kept' | 'kept nowhere';

/** Manages the pages of one document. The state is `kept` only after the latest change is saved in this browser. */
export function usePages(target: { id: string; title: string }, userId: string | null) {
  const place = userId === null ? null : { userId, elementId: target.id };
  const [draft, setDraft] = useState<PageDraft | null>(null);
  const [kept, setKept] = useState<Kept>(place ? 'kept' : 'kept nowhere');
  /** Number of photos that are being processed. */
  const [busy, setBusy] = useState(0);
  const [removed, setRemoved] = useState<{ page: PhotographedPage; at: number } | null>(null);
  const latest = useRef<PageDraft | null>(null);
  const writes = useRef(Promise.resolve());
  const isDone = useRef(false);

  const write = async (
    ownPlace: NonNullable<typeof place>,
    before: Promise<void>,
    next: PageDraft,
  ): Promise<void> => {
    await before;
    // Of several pending changes, only the latest is written.
    if (latest.current !== next) return;
    const isKept = await keepDraft(ownPlace, next);
    if (latest.current === next) setKept(isKept ? 'kept' : 'not kept');
  };
  const change = (next: PageDraft): void => {
    if (isDone.current) return;
    latest.current = next;
    setDraft(next);
    if (!place) return;
    setKept('saving');
    writes.current = write(place, writes.current, next);
  };
  const changePages = (
    alter: (pages: readonly PhotographedPage[]) => readonly PhotographedPage[],
  ) => latest.current && change({ ...latest.current, pages: alter(latest.current.pages) });

  const whileBusy = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
    setBusy((now) => now + 1);
    try {
      return await work();
    } catch (failure) {
      console.error('photo not read', failure);
      toast.error(UNREADABLE);
      return null;
    } finally {
      setBusy((now) => now - 1);
    }
  };

  const add = useEventCallback(
    async (photos: readonly File[]): Promise<PhotographedPage | null> => {
      let last: PhotographedPage | null = null;
      for (const photo of photos) {
        // Sequential, to keep the page order and because each photo takes tens of megabytes of memory.
        // oxlint-disable-next-line no-await-in-loop
        last = await whileBusy(() => pageOf(photo));
        const page = last;
        if (page) changePages((pages) => [...pages, page]);
      }
      if (last) announce(`Page ${latest.current?.pages.length} added`);
      return last;
    },
  );

  const open = useEventCallback(async () => {
    const savedDraft = place && (await readDraft(place));
    const now = savedDraft ?? { pages: [], name: target.title, note: '' };
    latest.current = now;
    setDraft(now);
  });
  useEffect(() => void open(), [open]);

  const replace = (page: PhotographedPage) =>
    changePages((pages) => pages.map((each) => (each.id === page.id ? page : each)));

  return {
    draft,
    kept,
    isBusy: busy > 0,
    removed,
    add,
    write: (text: Partial<Pick<PageDraft, 'name' | 'note'>>) =>
      latest.current && change({ ...latest.current, ...text }),
    retake: async (id: string, file: File) => {
      const page = await whileBusy(() => pageOf(file, id));
      if (page) replace(page);
      return page;
    },
    adjust: async (page: PhotographedPage, corners: Quad, turns: Turns) => {
      const cut = await whileBusy(() => cutPage({ ...page, isWhole: false }, corners, turns));
      if (cut) replace(cut);
    },
    move: (id: string, to: number) => {
      changePages((pages) => {
        const page = pages.find((each) => each.id === id)!;
        return pages.filter((each) => each.id !== id).toSpliced(to, 0, page);
      });
      announce(`Moved to page ${to + 1}`);
    },
    remove: (id: string) => {
      const at = latest.current?.pages.findIndex((each) => each.id === id) ?? -1;
      const page = latest.current?.pages[at];
      if (!page) return;
      setRemoved({ page, at });
      changePages((pages) => pages.filter((each) => each.id !== id));
      announce(`Page ${at + 1} removed`);
    },
    undoRemove: () => {
      if (!removed) return;
      changePages((pages) => pages.toSpliced(removed.at, 0, removed.page));
      setRemoved(null);
      announce(`Page ${removed.at + 1} is back`);
    },
    /** Deletes the draft from this browser after the pages were sent. */
    finish: async () => {
      isDone.current = true;
      await writes.current;
      if (place) await dropDraft(place);
    },
  };
}
export type Pages = ReturnType<typeof usePages>;
