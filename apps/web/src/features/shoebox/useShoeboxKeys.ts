import { useMemo } from 'react';
import { type Command, useCommands } from '../../lib/commands.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';

interface KeyActions {
  step: (by: 1 | -1) => unknown;
  accept: () => unknown;
  fileTo: () => unknown;
  trash: () => unknown;
}

/** A focused button handles Enter itself. The shortcut applies only if a file in the list or nothing has the focus. */
function inList(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || at.closest('[data-shoebox-item]') !== null;
}

export function useShoeboxKeys(actions: KeyActions): void {
  const step = useEventCallback(actions.step);
  const accept = useEventCallback(() => (inList() ? actions.accept() : false));
  const fileTo = useEventCallback(actions.fileTo);
  const trash = useEventCallback(actions.trash);
  useCommands(
    useMemo(
      (): Command[] => [
        { label: 'Next file', keys: 'ArrowDown', where: 'page', keyOnly: true, run: () => step(1) },
        {
          label: 'Previous file',
          keys: 'ArrowUp',
          where: 'page',
          keyOnly: true,
          run: () => step(-1),
        },
        {
          label: 'Accept the suggestion',
          keys: 'Enter',
          where: 'page',
          keyOnly: true,
          run: accept,
        },
        { label: 'File to…', keys: 'f', where: 'page', run: fileTo },
        { label: 'Remove the file', keys: 'Delete', where: 'page', run: trash },
      ],
      [step, accept, fileTo, trash],
    ),
  );
}
