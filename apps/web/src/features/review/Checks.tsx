import type { ReviewItem } from '@cairn/contract';
import { ActionIcon, Flex } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleX,
  IconFileSearch,
  IconInfoCircle,
} from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';
import classes from './Checks.module.css';
import { RowList } from '../../ui/RowList.tsx';

type Check = ReviewItem['checks'][number];

const LOOKS = {
  PASSED: { icon: IconCircleCheck, label: 'Passed' },
  FAILED: { icon: IconCircleX, label: 'Failed' },
  NOTE: { icon: IconFileSearch, label: 'Note' },
} as const;

interface ChecksProps {
  item: ReviewItem;
  /** The check whose words are highlighted on the page. */
  chosen: Check['kind'] | null;
  onChoose: (check: Check | null) => void;
  onStep: (by: 1 | -1) => void;
}

const READING = new Set([null, 'PROCESSING', 'READING']);

function Row({ check, isChosen, onChoose, onStep }: RowProps) {
  const look = LOOKS[check.state];
  const words = (
    <>
      <look.icon className={classes.icon ?? ''} size={18} stroke={1.7} aria-label={look.label} />
      <span className={classes.words}>
        <strong>{check.label}</strong>
        <span>{check.detail}</span>
      </span>
    </>
  );
  return (
    <li className={classes.check} data-state={check.state} data-chosen={isChosen || undefined}>
      {check.words === null ? (
        <span className={classes.said}>{words}</span>
      ) : (
        <button
          type="button"
          className={classes.said}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : check)}
        >
          {words}
          {!isChosen && <span className={classes.page}>p. {check.page}</span>}
        </button>
      )}
      {isChosen && (
        <Flex component="span" gap="s2" pt="s6" pr="xs">
          <ActionIcon
            size={24}
            aria-label="Previous place"
            onClick={() => onStep(-1)}
            {...hint('Previous place')}
          >
            <IconChevronUp size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label="Next place"
            onClick={() => onStep(1)}
            {...hint('Next place')}
          >
            <IconChevronDown size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Flex>
      )}
    </li>
  );
}
interface RowProps {
  check: Check;
  isChosen: boolean;
  onChoose: ChecksProps['onChoose'];
  onStep: ChecksProps['onStep'];
}

/**
 * Shows the automatic checks of the document against its request, and where on the page each one found words. They
 * inform the reviewer's decision and do not replace it.
 */
export function Checks({ item, chosen, onChoose, onStep }: ChecksProps) {
  const { checks, document } = item;
  if (!document) return null;
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const [passed, failed] = [count('PASSED'), count('FAILED')];
  return (
    <section className={classes.checks} aria-label="Checks">
      <div className={classes.head}>
        <h3>Checks</h3>
        {checks.length > 0 && (
          <span>
            <span className={classes.passed}>{passed} passed</span>
            {failed > 0 && <span className={classes.failed}> · {failed} failed</span>}
          </span>
        )}
      </div>
      {checks.length === 0 ? (
        <p className={classes.hint}>
          {READING.has(document.contentState)
            ? 'Reading the document. Checks appear here in a moment.'
            : 'Nothing to check was found in this document.'}
        </p>
      ) : (
        <>
          <RowList>
            {checks.map((check) => (
              <Row
                key={check.kind}
                check={check}
                isChosen={chosen === check.kind}
                onChoose={onChoose}
                onStep={onStep}
              />
            ))}
          </RowList>
          <p className={classes.hint}>
            <IconInfoCircle size={16} stroke={1.7} aria-hidden /> Checks are hints. You decide.
          </p>
        </>
      )}
    </section>
  );
}
