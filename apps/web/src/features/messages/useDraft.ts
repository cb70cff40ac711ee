import type { Attachment } from '@cairn/contract';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../lib/client.ts';
import { useCall } from '../../lib/useCall.ts';

const SAVED_AFTER_MS = 800;

export interface DraftText {
  body: string;
  subject: string;
  userIds: string[];
  attachments: Attachment[];
}
export type DraftState = 'none' | 'saving' | 'saved' | 'failed';
export const NOTHING: DraftText = { body: '', subject: '', userIds: [], attachments: [] };

/** Identifies a draft: the reply to a conversation, or a new conversation on a loan if there is no thread ID. */
export interface DraftPlace {
  loanId: string;
  threadId?: string;
}

/** The saved draft, or an empty one if there is none. Undefined while loading. */
export function useKeptDraft({ loanId, threadId }: DraftPlace): DraftText | undefined {
  const { data, isError } = useCall(
    'listDrafts',
    { params: { loanId } },
    { enabled: loanId !== '' },
  );
  if (isError || loanId === '') return NOTHING;
  if (!data) return undefined;
  const savedDraft = data.drafts.find((draft) => draft.threadId === (threadId ?? null));
  return savedDraft ? { ...savedDraft, subject: savedDraft.subject ?? '' } : NOTHING;
}

export const isEmpty = ({ body, subject, userIds, attachments }: DraftText): boolean =>
  body.trim() === '' && subject === '' && userIds.length === 0 && attachments.length === 0;

async function keep({ loanId, threadId }: DraftPlace, text: DraftText): Promise<void> {
  const { body, userIds } = text;
  const subject = text.subject.trim();
  const documentIds = text.attachments.map(({ id }) => id);
  const place = { loanId, ...(threadId && { threadId }) };
  await send('createDraft', {
    body: { ...place, userIds, body, documentIds, ...(subject && { subject }) },
  });
}

async function discard({ loanId, threadId }: DraftPlace): Promise<void> {
  const { drafts } = await send('listDrafts', { params: { loanId } });
  const savedDraft = drafts.find((draft) => draft.threadId === (threadId ?? null));
  if (savedDraft) await send('deleteDraft', { params: { id: savedDraft.id } });
}

/** The text being written, saved automatically shortly after each change and when the component unmounts. */
export function useDraft(place: DraftPlace, first: DraftText) {
  const [text, setText] = useState(first);
  // Preselected recipients alone do not count as a saved draft.
  const [state, setState] = useState<DraftState>(
    isEmpty({ ...first, userIds: [] }) ? 'none' : 'saved',
  );
  const waiting = useRef<{ timer: number; text: DraftText } | undefined>(undefined);
  const saving = useRef<Promise<void>>(Promise.resolve());

  const saveNow = () => {
    const next = waiting.current;
    if (!next) return;
    window.clearTimeout(next.timer);
    waiting.current = undefined;
    const work = isEmpty(next.text) ? discard(place) : keep(place, next.text);
    saving.current = work.then(
      () => setState(isEmpty(next.text) ? 'none' : 'saved'),
      () => setState('failed'),
    );
  };

  const change = (part: Partial<DraftText>) => {
    const next = { ...text, ...part };
    setText(next);
    setState('saving');
    window.clearTimeout(waiting.current?.timer);
    waiting.current = { text: next, timer: window.setTimeout(saveNow, SAVED_AFTER_MS) };
  };

  /** Before sending: stops the autosave, so that no draft is written after it. */
  const stop = () => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    return saving.current;
  };
  const clear = () => {
    setText(NOTHING);
    setState('none');
  };

  const latest = useRef(saveNow);
  useEffect(() => {
    latest.current = saveNow;
  });
  // Saves pending changes when the user leaves the conversation.
  useEffect(() => () => latest.current(), []);
  return { text, state, change, stop, clear };
}
