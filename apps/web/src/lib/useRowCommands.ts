import { useEffect, useMemo, useRef } from 'react';
import { type Command, useCommands } from './commands.ts';

export type RowKeys = Record<string, Command['run'] | undefined>;
/** A shortcut of a row or a card: the label in the help, the key, and the name of its handler in RowKeys. */
export type RowCommand = readonly [label: string, keys: string, name: string];

/**
 * Registers the shortcuts of a row that has the focus. They are registered once and always call the latest handlers.
 * Memoize `commands`: a new array registers them again.
 */
export function useRowCommands(commands: readonly RowCommand[], keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const rowCommands = useMemo<Command[]>(() => {
    const onRow = ([label, key, name]: RowCommand): Command => ({
      label,
      keys: key,
      where: 'page',
      keyOnly: true,
      run: (event) => latest.current[name]?.(event) ?? undefined,
    });
    return commands.map(onRow);
  }, [commands]);
  useCommands(rowCommands);
}
