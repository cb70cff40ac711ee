import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import { NameField } from './NameField.tsx';
import classes from './PhaseBoard.module.css';
import { CATEGORIES, inCategory, placeBeside } from './phaseEdits.ts';
import { type Dragging, PhaseRow } from './PhaseRow.tsx';
import { type PhaseEdits, usePhaseEdits } from './usePhaseEdits.ts';

const countOf = (phases: PhaseWithTotals[]): string => {
  const count = phases.reduce((sum, phase) => sum + (phase.loanCount ?? 0), 0);
  return count === 1 ? '1 loan' : `${count.toLocaleString('en-US')} loans`;
};

function useDragging({ phases = [], move }: PhaseEdits): Dragging {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<Dragging['over']>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    dragged,
    over,
    start: setDragged,
    end,
    hover: (id, after) => {
      if (over?.id !== id || over.after !== after) setOver({ id, after });
    },
    drop: (target, after) => {
      const phase = phases.find(({ id }) => id === dragged);
      end();
      if (!phase || phase.id === target.id) return;
      move(phase, target.category, placeBeside(phases, phase.id, target, after));
    },
  };
}

interface CategoryProps {
  category: PhaseCategory;
  title: string;
  order: number;
  edits: PhaseEdits;
  mayEdit: boolean;
  dragging: Dragging;
}

function Category({ category, title, order, edits, mayEdit, dragging }: CategoryProps) {
  const [adding, setAdding] = useState(false);
  const phases = inCategory(edits.phases ?? [], category);
  const { dragged } = dragging;
  const dropOnEmpty = () => {
    const phase = edits.phases?.find(({ id }) => id === dragged);
    dragging.end();
    if (phase) edits.move(phase, category, 1);
  };
  return (
    <section aria-label={title} style={{ order }}>
      <h2 className={classes.category}>
        {title} <span className={classes.loans}>{countOf(phases)}</span>
      </h2>
      <div className={classes.card}>
        <ul className={classes.list} aria-label={`Phases of ${title}`}>
          {phases.map((phase) => (
            <PhaseRow
              key={phase.id}
              phase={phase}
              last={phases.length}
              edits={edits}
              mayEdit={mayEdit}
              dragging={dragging}
            />
          ))}
        </ul>
        {phases.length === 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <p
            className={classes.none}
            data-edge={dragged === null ? undefined : 'before'}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={dropOnEmpty}
          >
            No phase yet
          </p>
        )}
        {mayEdit && (
          <div className={classes.foot}>
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
          </div>
        )}
      </div>
    </section>
  );
}

export function PhaseBoard({ companyId, mayEdit }: { companyId: string; mayEdit: boolean }) {
  const edits = usePhaseEdits(companyId);
  const dragging = useDragging(edits);
  const waiting = useDelayed(edits.isPending);
  if (!edits.phases) {
    return (
      <div className={classes.waiting}>
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
      </div>
    );
  }
  // Two columns of their own: a long category does not push its neighbour down.
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
              dragging={dragging}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
