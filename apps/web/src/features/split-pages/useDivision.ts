import { useState } from 'react';
import { type Division, sheetsInOrder } from './lanes.ts';

/** The division with its undo history, and the selected sheets. */
export function useDivision(start: () => Division) {
  const [steps, setSteps] = useState<readonly Division[]>(() => [start()]);
  const [selected, setSelected] = useState<readonly number[]>([1]);
  const division = steps.at(-1)!;
  const order = sheetsInOrder(division);
  const present = new Set(order);
  const remaining = selected.filter((sheet) => present.has(sheet));
  return {
    division,
    /** Contains at least one sheet if there is any. The last one is the current sheet. */
    selected: remaining.length > 0 ? remaining : order.slice(0, 1),
    change: (next: Division) => next !== division && setSteps([...steps, next]),
    undo: () => steps.length > 1 && setSteps(steps.slice(0, -1)),
    canUndo: steps.length > 1,
    /** With Shift, selects all sheets from the one selected last to this one. */
    select: (sheet: number, toHere: boolean) => {
      const from = order.indexOf(selected.at(-1)!);
      const to = order.indexOf(sheet);
      if (!toHere || from < 0) {
        setSelected([sheet]);
        return;
      }
      const run = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      const reached = from > to ? run.toReversed() : run;
      setSelected([...selected.filter((each) => !run.includes(each)), ...reached]);
    },
  };
}
