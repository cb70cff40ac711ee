import { Button } from '@mantine/core';
import { IconBulb, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../kit/announce.ts';
import type { Reply } from '../../kit/client.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { becauseWords, countWords, missingWords } from './ruleWords.ts';
import classes from './SuggestionStrip.module.css';

type Open = Reply<'listSuggestions'>;
type Request = Open['suggested'][number] | Open['waiting'][number];
const NOTHING: Pick<Open, 'suggested' | 'waiting'> = { suggested: [], waiting: [] };
type Decide = (requests: readonly Request[], what: 'add' | 'dismiss') => void;

const keyOf = ({ templateElementId, entityId, repeat }: Request) => ({
  templateElementId,
  entityId,
  repeat,
});

const whyOf = (request: Request): string =>
  'missing' in request
    ? missingWords(request.missing)
    : becauseWords(request.because, request.rule);

interface RowProps {
  request: Request;
  /** Said where several templates suggest something. */
  template: string | null;
  busy: boolean;
  onDecide: Decide;
}

function Row({ request, template, busy, onDecide }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{request.title}</span>
        {request.entityName && <span className={classes.about}>{request.entityName}</span>}
        <span className={classes.why}>
          {[whyOf(request), template].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes.choice}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          data-ask
          onClick={() => onDecide([request], 'add')}
          aria-label={`Ask for it: ${request.title}`}
        >
          Ask for it
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={busy}
          onClick={() => onDecide([request], 'dismiss')}
          aria-label={`Not needed: ${request.title}`}
        >
          Not needed
        </Button>
      </span>
    </li>
  );
}

const textOf = (request: Request): string => Object.values(keyOf(request)).join(' ');

/** The row that was decided on goes, and with it the focus: the next one takes it, or the strip itself. */
function useFocusAfter(shown: readonly Request[], busy: boolean) {
  const strip = useRef<HTMLDetailsElement>(null);
  const left = useRef<{ row: string; at: number } | null>(null);
  useEffect(() => {
    if (busy || !left.current) return;
    const { row, at } = left.current;
    if (shown.some((each) => textOf(each) === row)) return;
    left.current = null;
    const buttons = strip.current?.querySelectorAll<HTMLElement>('[data-ask]') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? strip.current?.querySelector('summary'))?.focus();
  });
  const leaves = (request: Request) => {
    left.current = { row: textOf(request), at: shown.indexOf(request) };
  };
  return { strip, leaves };
}

const saidOf = (requests: readonly Request[], what: 'add' | 'dismiss'): string => {
  const [only, ...more] = requests;
  const name = more.length > 0 ? `${requests.length} requests are` : `${only!.title} is`;
  return what === 'add' ? `${name} asked for` : `${name} not suggested any more`;
};

/** What the templates' rules suggest for this loan, with the rule; nothing where there is nothing. */
export function SuggestionStrip({ loanId }: { loanId: string }) {
  const { data } = useCall('listSuggestions', { params: { id: loanId } });
  const { mutate, isPending } = useAction('decideSuggestions');
  const { suggested, waiting } = data ?? NOTHING;
  const all = [...suggested, ...waiting];
  const { strip, leaves } = useFocusAfter(all, isPending);
  if (all.length === 0) return null;
  const templates = [...new Set(all.map(({ templateName }) => templateName))];
  const decide: Decide = (requests, what) =>
    mutate(
      { params: { id: loanId }, body: { [what]: requests.map(keyOf) } },
      {
        onSuccess: () => {
          announce(saidOf(requests, what));
          leaves(requests[0]!);
        },
      },
    );
  const rows = (requests: readonly Request[]) => (
    <ul className={classes.list}>
      {requests.map((request) => (
        <Row
          key={textOf(request)}
          request={request}
          template={templates.length > 1 ? request.templateName : null}
          busy={isPending}
          onDecide={decide}
        />
      ))}
    </ul>
  );
  return (
    <details ref={strip} className={classes.strip}>
      <summary className={classes.summary}>
        <IconBulb size={17} stroke={1.7} aria-hidden />
        <span className={classes.said}>
          <strong>{countWords(suggested.length, waiting.length)}</strong>{' '}
          <span>
            from {templates.length === 1 ? templates[0] : `${templates.length} templates`}
          </span>
        </span>
        <IconChevronDown className={classes.chevron ?? ''} size={16} stroke={1.7} aria-hidden />
      </summary>
      <div className={classes.inside}>
        {rows(suggested)}
        {suggested.length > 1 && (
          <Button
            size="compact-sm"
            className={classes.all ?? ''}
            disabled={isPending}
            onClick={() => decide(suggested, 'add')}
          >
            Ask for all {suggested.length}
          </Button>
        )}
        {waiting.length > 0 && <h2 className={classes.heading}>Not known yet whether needed</h2>}
        {waiting.length > 0 && rows(waiting)}
      </div>
    </details>
  );
}
