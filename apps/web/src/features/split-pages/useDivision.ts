import { useState } from 'react';
import { type Division, sheetsInOrder } from './lanes.ts';

/** The division with its undo steps, and the sheets that are selected in it. */
export function useDivision(start: () => Division) {
  const [steps, setSteps] = useState<readonly Division[]>(() => [start()]);
  const [selected, setSelected] = useState<readonly number[]>([1]);
  const division = steps.at(-1)!;
  const order = sheetsInOrder(division);
  const present = new Set(order);
  const remaining = selected.filter((sheet) => present.has(sheet));
  return {
    division,
    /** At least one. Last: the current one. */
    selected: remaining.length > 0 ? remaining : order.slice(0, 1),
    change: (next: Division) => next !== division && setSteps([...steps, next]),
    undo: () => steps.length > 1 && setSteps(steps.slice(0, -1)),
    canUndo: steps.length > 1,
    /** With Shift: all from the sheet that was selected last. */
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
