import { Box, Button, Group, Paper, Text } from '@mantine/core';
import { IconBulb, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import type { Reply } from '../../lib/client.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { FactAnswers } from './FactAnswers.tsx';
import { answerWords, becauseWords, countWords, missingWords } from './ruleWords.ts';
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
  /** The template's name, shown if several templates suggest requests. */
  template: string | null;
  busy: boolean;
  onDecide: Decide;
}

function Row({ request, template, busy, onDecide }: RowProps) {
  return (
    <li className={classes.row}>
      <Group component="span" align="baseline" gap="xs" flex={1} miw={0} style={{ rowGap: 0 }}>
        <Box component="span" fw={600}>
          {request.title}
        </Box>
        {request.entityName && (
          <Box component="span" c="var(--ink-2)">
            {request.entityName}
          </Box>
        )}
        <span className={classes.why}>
          {[whyOf(request), template].filter(Boolean).join(' · ')}
        </span>
      </Group>
      <Group component="span" align="stretch" wrap="nowrap" gap="s6" flex="none">
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          data-ask
          onClick={() => onDecide([request], 'add')}
          aria-label={`Request: ${request.title}`}
        >
          Request
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
      </Group>
    </li>
  );
}

const textOf = (request: Request): string => Object.values(keyOf(request)).join(' ');

/**
 * Deciding on a suggestion removes its row and the focus with it. Moves the focus to the next row, or to the strip's
 * summary if no row is left.
 */
function useFocusAfter(requests: readonly Request[], busy: boolean) {
  const strip = useRef<HTMLDetailsElement>(null);
  const left = useRef<{ row: string; at: number } | null>(null);
  useEffect(() => {
    if (busy || !left.current) return;
    const { row, at } = left.current;
    if (requests.some((each) => textOf(each) === row)) return;
    left.current = null;
    const buttons = strip.current?.querySelectorAll<HTMLElement>('[data-ask]') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? strip.current?.querySelector('summary'))?.focus();
  });
  const leaves = (request: Request) => {
    left.current = { row: textOf(request), at: requests.indexOf(request) };
  };
  return { strip, leaves };
}

const saidOf = (requests: readonly Request[], what: 'add' | 'dismiss'): string => {
  const [only, ...more] = requests;
  const name = more.length > 0 ? `${requests.length} requests` : only!.title;
  return what === 'add' ? `${name} requested` : `${name} dismissed`;
};

/** Requests that template rules suggest for this loan, each with its rule. Renders nothing if there are none. */
export function SuggestionStrip({ loanId }: { loanId: string }) {
  const { data } = useCall('listSuggestions', { params: { id: loanId } });
  const { mutate, isPending } = useAction('decideSuggestions');
  const questions = useCall('listFactQuestions', { params: { id: loanId } }).data?.questions ?? [];
  const { suggested, waiting } = data ?? NOTHING;
  const all = [...suggested, ...waiting];
  const { strip, leaves } = useFocusAfter(all, isPending);
  if (all.length + questions.length === 0) return null;
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
    <Box component="ul">
      {requests.map((request) => (
        <Row
          key={textOf(request)}
          request={request}
          template={templates.length > 1 ? request.templateName : null}
          busy={isPending}
          onDecide={decide}
        />
      ))}
    </Box>
  );
  return (
    <Paper component="details" ref={strip} className={classes.strip} withBorder radius="lg">
      <summary className={classes.summary}>
        <IconBulb size={17} stroke={1.7} aria-hidden />
        <Box component="span" flex={1} miw={0} c="var(--ink-2)">
          <Box component="strong" c="var(--ink)" fw={600}>
            {all.length > 0 ? countWords(suggested.length, waiting.length) : answerWords(questions)}
          </Box>{' '}
          {all.length > 0 && (
            <span>
              from {templates.length === 1 ? templates[0] : `${templates.length} templates`}
            </span>
          )}
        </Box>
        <IconChevronDown className={classes.chevron ?? ''} size={16} stroke={1.7} aria-hidden />
      </summary>
      <Box pt={0} px="md" pb="sm">
        {rows(suggested)}
        {suggested.length > 1 && (
          <Button
            size="compact-sm"
            mt="s4"
            disabled={isPending}
            onClick={() => decide(suggested, 'add')}
          >
            Request all {suggested.length}
          </Button>
        )}
        {waiting.length > 0 && (
          <Text component="h2" size="meta" fw={600} mt="md" mx={0} mb="s6" c="var(--ink-2)">
            Need more information
          </Text>
        )}
        {waiting.length > 0 && rows(waiting)}
        {questions.length > 0 && <FactAnswers loanId={loanId} questions={questions} />}
      </Box>
    </Paper>
  );
}
