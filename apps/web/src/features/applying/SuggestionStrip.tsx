import type { PlannedRequest, RequestKey, WaitingRequest } from '@cairn/contract';
import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './Applying.module.css';
import { becauseWords, missingWords } from './ruleWords.ts';

const keyOf = ({ templateElementId, entityId, repeat }: RequestKey): RequestKey => ({
  templateElementId,
  entityId,
  repeat,
});

interface SuggestionProps {
  request: PlannedRequest | WaitingRequest;
  why: string;
  onAdd: () => void;
  onDismiss: () => void;
  busy: boolean;
}

function Suggestion({ request, why, onAdd, onDismiss, busy }: SuggestionProps) {
  return (
    <li className={classes.item}>
      <span>
        {request.title}
        {request.entityName && <span className={classes.why}> · {request.entityName}</span>}
        <br />
        <span className={classes.why}>{why}</span>
      </span>
      <span className={classes.choice}>
        <Button
          size="compact-sm"
          disabled={busy}
          onClick={onAdd}
          aria-label={`Ask for ${request.title}`}
        >
          Ask for it
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={onDismiss}
          aria-label={`Not needed: ${request.title}`}
        >
          Not needed
        </Button>
      </span>
    </li>
  );
}

/** What the template's rules suggest for this loan, with the rule; nothing where there is nothing. */
export function SuggestionStrip({ loanId }: { loanId: string }) {
  const { data } = useCall('listSuggestions', { params: { id: loanId } });
  const decide = useAction('decideSuggestions');
  if (!data || data.suggested.length + data.waiting.length === 0) return null;
  const send = (request: RequestKey, what: 'add' | 'dismiss', title: string) =>
    decide.mutate(
      { params: { id: loanId }, body: { [what]: [keyOf(request)] } },
      {
        onSuccess: () =>
          announce(what === 'add' ? `${title} is asked for` : `${title} is not suggested any more`),
      },
    );
  const shown = (request: PlannedRequest | WaitingRequest, why: string) => (
    <Suggestion
      key={Object.values(keyOf(request)).join(' ')}
      request={request}
      why={why}
      busy={decide.isPending}
      onAdd={() => send(request, 'add', request.title)}
      onDismiss={() => send(request, 'dismiss', request.title)}
    />
  );
  const { suggested, waiting } = data;
  return (
    <details className={classes.strip}>
      <summary>
        <strong>
          {suggested.length === 1 ? '1 suggestion' : `${suggested.length} suggestions`}
        </strong>{' '}
        from {data.template?.name ?? 'templates'}
        {waiting.length > 0 && `, ${waiting.length} waiting for something to be known`}
      </summary>
      <div className={classes.inside}>
        <ul className={classes.list}>
          {suggested.map((request) => shown(request, becauseWords(request.because, request.rule)))}
          {waiting.map((request) => shown(request, missingWords(request.missing)))}
        </ul>
      </div>
    </details>
  );
}
