import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './LoanTable.module.css';
import type { Selection } from './useSelection.ts';

export interface HeadProps {
  order?: 'asc' | 'desc' | 'modified' | undefined;
  onDirection?: ((direction: 'asc' | 'desc') => void) | undefined;
  selection?: Selection | undefined;
}

/** The close dates run up or down; a list of what was modified lately has no other order. */
function CloseDateHead({ order = 'asc', onDirection }: HeadProps) {
  if (order === 'modified') return <th scope="col">Close date</th>;
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  const words = (
    <>
      Close date <Arrow size={13} stroke={1.7} aria-hidden />
    </>
  );
  return (
    <th scope="col" aria-sort={order === 'asc' ? 'ascending' : 'descending'}>
      {onDirection ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onDirection(order === 'asc' ? 'desc' : 'asc')}
        >
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  );
}

function SelectAll({ selection }: { selection: Selection }) {
  return (
    <input
      type="checkbox"
      className={classes.select}
      ref={(box) => {
        if (box) box.indeterminate = selection.count > 0 && !selection.everything;
      }}
      checked={selection.everything}
      aria-label="Select all loans shown"
      onChange={() => (selection.everything ? selection.clear() : selection.selectAll())}
    />
  );
}

export function LoanTableHead(props: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          {props.selection && <SelectAll selection={props.selection} />}
          Loan
        </th>
        <th scope="col" className={classes.type}>
          Type
        </th>
        <th scope="col" className={classes.number}>
          Amount
        </th>
        <th scope="col">Phase</th>
        <th scope="col">Progress</th>
        <CloseDateHead {...props} />
        <th scope="col" className={classes.team}>
          Team
        </th>
        <th scope="col">
          <span className={classes.unseen}>Pin</span>
        </th>
      </tr>
    </thead>
  );
}
