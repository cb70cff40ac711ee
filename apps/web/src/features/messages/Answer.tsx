import { Text } from '@mantine/core';
import type { Thread } from '@cairn/contract';
import { useContext, useRef } from 'react';
import { send } from '../../lib/client.ts';
import { useAction } from '../../lib/useAction.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { ChatContext } from './chat.ts';
import { Composer, ComposerFrame } from './Composer.tsx';
import { useAttachedFiles } from './useAttachedFiles.ts';
import { type DraftText, useDraft, useKeptDraft } from './useDraft.ts';
import { useUser } from '../../lib/useUser.ts';

/** Interval at which typing notices are sent while the user keeps typing. */
const TOLD_EVERY_MS = 3_000;

function useTellTyping(threadId: string) {
  const toldAt = useRef(0);
  return (text: string) => {
    if (text.trim() === '' || Date.now() - toldAt.current < TOLD_EVERY_MS) return;
    toldAt.current = Date.now();
    // Failures are ignored because a missing typing notice does no harm.
    void send('tellTyping', { params: { threadId } }).catch(() => {});
  };
}

interface AnswerProps {
  thread: Thread;
  me: string;
}

function Writing({ thread, me, savedDraft }: AnswerProps & { savedDraft: DraftText }) {
  const lends = isLenderStaff(useUser());
  const { id: threadId, loanId } = thread;
  const { text, state, change, stop, clear } = useDraft({ loanId, threadId }, savedDraft);
  const tellTyping = useTellTyping(threadId);
  const say = useAction('sendMessage');
  const panel = useContext(ChatContext);
  const { body, attachments } = text;
  const files = useAttachedFiles({
    loanId,
    chosen: attachments,
    onChange: (next) => change({ attachments: next }),
  });
  const submit = async () => {
    if (body.trim() === '' || say.isPending) return;
    await stop();
    const onSuccess = () => {
      clear();
      panel?.onSent();
    };
    const documentIds = attachments.map(({ id }) => id);
    say.mutate({ body: { loanId, threadId, body, documentIds } }, { onSuccess });
  };
  const allLeft = thread.users.every(({ user, there }) => user.id === me || !there);
  return (
    <ComposerFrame>
      {allLeft && (
        <Text size="meta" pt={0} px="s2" pb="xs" c="var(--ink-2)">
          Everyone else has left the loan. No one will read this.
        </Text>
      )}
      <Composer
        label="Your reply"
        placeholder="Write a reply"
        text={body}
        draft={state}
        sending={say.isPending}
        takesFocus={panel !== null}
        files={files}
        needsOf={lends ? loanId : undefined}
        onChange={(next) => {
          change({ body: next });
          tellTyping(next);
        }}
        onSend={() => void submit()}
      />
    </ComposerFrame>
  );
}

/** The reply field of a conversation. It starts with the saved draft. */
export function Answer(props: AnswerProps) {
  const draft = useKeptDraft({ loanId: props.thread.loanId, threadId: props.thread.id });
  return draft ? (
    <Writing {...props} savedDraft={draft} />
  ) : (
    // Reserves the space of the field so that the conversation does not shift when the draft is loaded.
    <ComposerFrame />
  );
}
