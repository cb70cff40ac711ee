import type { Loan, Message } from '@cairn/contract';
import { Button, Center } from '@mantine/core';
import { useContext, useMemo, useState } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { ChatContext } from './chat.ts';
import { Conversation } from './Conversation.tsx';
import classes from './Messages.module.css';
import { NewMessage } from './NewMessage.tsx';
import type { MessagesSearch } from './search.ts';
import { ThreadList } from './ThreadList.tsx';
import { useThreads } from './usePages.ts';
import { useUser } from '../../lib/useUser.ts';

interface MessagesProps {
  /** Limits the conversations to one loan. Without it, the conversations of all loans are shown. */
  loan?: Loan;
  search: MessagesSearch;
  onSearch: (search: MessagesSearch) => void;
}

/** Placeholder for the second pane while no conversation is selected. Shown only where both panes fit. */
function Choose({ any, onNew }: { any: boolean; onNew: () => void }) {
  return (
    <Center>
      {any && (
        <EmptyState
          title="Choose a conversation"
          action={
            <Button variant="default" onClick={onNew}>
              New message
            </Button>
          }
        >
          Or write to someone on a loan.
        </EmptyState>
      )}
    </Center>
  );
}

/**
 * The list of conversations with the selected conversation or a new message beside it. A phone shows only one of the
 * two.
 */
export function Messages({ loan, search, onSearch }: MessagesProps) {
  const user = useUser();
  const [forwarding, setForwarding] = useState<Message | undefined>(undefined);
  const list = useThreads({ loanId: loan?.id, show: search.show });
  const { thread, new: writing, to, ...rest } = search;
  const isNew = writing !== undefined;
  const panel = useContext(ChatContext);

  const back = () => onSearch(rest);
  const open = (threadId: string) => {
    onSearch({ thread: threadId });
    panel?.onSent();
  };
  const begin = useEventCallback((message?: Message) => {
    setForwarding(message);
    onSearch({ ...rest, new: '' });
  });
  useCommands(
    useMemo(
      () => [{ label: 'New message', keys: 'n', where: 'page', run: () => begin() }],
      [begin],
    ),
  );
  const shared = { me: user.id, acrossLoans: loan === undefined };
  return (
    <div
      className={classes.panes}
      data-step={isNew || thread !== undefined ? 'one' : 'list'}
      data-in-loan={(loan && !panel) || undefined}
      data-in-panel={panel !== null || undefined}
    >
      <div className={classes.list}>
        <ThreadList
          {...shared}
          {...{ list, search, onSearch }}
          loanId={loan?.id}
          openId={isNew ? undefined : thread}
          onNew={() => begin()}
        />
      </div>
      <div className={classes.one}>
        {isNew && (
          <NewMessage me={user.id} onBack={back} onSent={open} {...{ loan, forwarding, to }} />
        )}
        {!isNew && thread !== undefined && (
          <Conversation
            key={thread}
            {...shared}
            threadId={thread}
            onBack={back}
            onForward={begin}
          />
        )}
        {!isNew && thread === undefined && (
          <Choose any={(list.threads?.length ?? 0) > 0} onNew={() => begin()} />
        )}
      </div>
    </div>
  );
}
