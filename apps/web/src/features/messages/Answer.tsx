import type { Thread } from '@cairn/contract';
import { useContext, useRef } from 'react';
import { send } from '../../kit/client.ts';
import { useAction } from '../../kit/useAction.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { ChatContext } from './chat.ts';
import { Composer } from './Composer.tsx';
import classes from './Conversation.module.css';
import { type DraftText, useDraft, useKeptDraft } from './useDraft.ts';
import { useUser } from '../identity/useUser.ts';

/** Said again while somebody goes on writing. */
const TOLD_EVERY_MS = 3_000;

function useTellTyping(threadId: string) {
  const toldAt = useRef(0);
  return (text: string) => {
    if (text.trim() === '' || Date.now() - toldAt.current < TOLD_EVERY_MS) return;
    toldAt.current = Date.now();
    // Whoever misses it misses nothing.
    void send('tellTyping', { params: { threadId } }).catch(() => {});
  };
}

interface AnswerProps {
  thread: Thread;
  me: string;
}

function Writing({ thread, me, kept }: AnswerProps & { kept: DraftText }) {
  const lends = isLenderStaff(useUser());
  const { id: threadId, loanId } = thread;
  const { text, state, change, stop, clear } = useDraft({ loanId, threadId }, kept);
  const tellTyping = useTellTyping(threadId);
  const say = useAction('sendMessage');
  const panel = useContext(ChatContext);
  const { body } = text;
  const submit = async () => {
    if (body.trim() === '' || say.isPending) return;
    await stop();
    const onSuccess = () => {
      clear();
      panel?.onSent();
    };
    say.mutate({ body: { loanId, threadId, body } }, { onSuccess });
  };
  const gone = thread.users.every(({ user, there }) => user.id === me || !there);
  return (
    <div className={classes.answer}>
      {gone && (
        <p className={classes.alone}>Everybody else here has left the loan. Nobody will read it.</p>
      )}
      <Composer
        label="Your answer"
        placeholder="Write an answer"
        text={body}
        draft={state}
        sending={say.isPending}
        takesFocus={panel !== null}
        needsOf={lends ? loanId : undefined}
        onChange={(next) => {
          change({ body: next });
          tellTyping(next);
        }}
        onSend={() => void submit()}
      />
    </div>
  );
}

/** What was begun here before is there again. */
export function Answer(props: AnswerProps) {
  const kept = useKeptDraft({ loanId: props.thread.loanId, threadId: props.thread.id });
  return kept ? <Writing {...props} kept={kept} /> : <div className={classes.answer} />;
}
