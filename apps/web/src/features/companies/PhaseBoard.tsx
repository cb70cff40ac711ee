import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useDropZone } from '../../lib/dragAndDrop.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { NameField } from './NameField.tsx';
import classes from './PhaseBoard.module.css';
import { CATEGORIES, inCategory, placeBeside } from './phaseEdits.ts';
import { PHASE, PhaseRow } from './PhaseRow.tsx';
import { type PhaseEdits, usePhaseEdits } from './usePhaseEdits.ts';

const countOf = (phases: PhaseWithTotals[]): string => {
  const count = phases.reduce((sum, phase) => sum + (phase.loanCount ?? 0), 0);
  return count === 1 ? '1 loan' : `${count.toLocaleString('en-US')} loans`;
};

interface CategoryProps {
  category: PhaseCategory;
  title: string;
  order: number;
  edits: PhaseEdits;
  mayEdit: boolean;
}

function Category({ category, title, order, edits, mayEdit }: CategoryProps) {
  const [adding, setAdding] = useState(false);
  const phases = inCategory(edits.phases ?? [], category);
  const phaseOf = (id: string | undefined) => edits.phases?.find((phase) => phase.id === id);
  const onDropPhase = (id: string, target: PhaseWithTotals, after: boolean) => {
    const phase = phaseOf(id);
    if (!phase || !edits.phases) return;
    edits.move(phase, target.category, placeBeside(edits.phases, id, target, after));
  };
  const { ref, over } = useDropZone<HTMLParagraphElement>({
    accepts: ({ type }) => type === PHASE,
    onDrop: ({ ids }) => {
      const phase = phaseOf(ids[0]);
      if (phase) edits.move(phase, category, 1);
    },
  });
  return (
    <section aria-label={title} style={{ order }}>
      <Text component="h2" size="subsection" fw={600} px="s4" pb="xs">
        {title}{' '}
        <Text component="span" size="meta" ml="s4" c="var(--ink-2)">
          {countOf(phases)}
        </Text>
      </Text>
      <Box bg="var(--surface)" bd="var(--border)" bdrs="lg">
        <ul className={classes.list} aria-label={`Phases of ${title}`}>
          {phases.map((phase) => (
            <PhaseRow
              key={phase.id}
              phase={phase}
              last={phases.length}
              edits={edits}
              mayEdit={mayEdit}
              onDropPhase={onDropPhase}
            />
          ))}
        </ul>
        {phases.length === 0 && (
          <Text
            ref={ref}
            className={classes.none}
            p="sm"
            c="dimmed"
            size="table"
            data-edge={over ? 'before' : undefined}
          >
            No phases yet
          </Text>
        )}
        {mayEdit && (
          <Group gap={0} align="stretch" wrap="nowrap" py="s4" px="xs">
            {adding ? (
              <NameField
                label={`Name of the new phase in ${title}`}
                onSave={(name) => {
                  setAdding(false);
                  edits.add(name, category);
                }}
                onCancel={() => setAdding(false)}
              />
            ) : (
              <button
                type="button"
                className={classes.add}
                aria-label={`Add phase to ${title}`}
                onClick={() => setAdding(true)}
              >
                <IconPlus size={15} stroke={1.7} aria-hidden /> Add phase
              </button>
            )}
          </Group>
        )}
      </Box>
    </section>
  );
}

export function PhaseBoard({ companyId, mayEdit }: { companyId: string; mayEdit: boolean }) {
  const edits = usePhaseEdits(companyId);
  const waiting = useDelayed(edits.isPending);
  if (!edits.phases) {
    return (
      <Box mih={240}>
        {waiting && <RowsSkeleton label="Loading the phases" rows={6} />}
        {edits.isError && (
          <EmptyState
            title="The phases could not be loaded"
            action={
              <Button variant="default" onClick={() => void edits.refetch()}>
                Try again
              </Button>
            }
          />
        )}
      </Box>
    );
  }
  // Two separate columns, so that a long category does not push down the one beside it.
  return (
    <div className={classes.board}>
      {[0, 1].map((column) => (
        <div key={column} className={classes.column}>
          {CATEGORIES.filter((_, index) => index % 2 === column).map((each) => (
            <Category
              key={each.category}
              {...each}
              order={CATEGORIES.indexOf(each)}
              edits={edits}
              mayEdit={mayEdit}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
