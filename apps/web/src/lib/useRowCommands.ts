import { useEffect, useMemo, useRef } from 'react';
import { type Command, useCommands } from './commands.ts';

export type RowKeys = Record<string, Command['run'] | undefined>;
/** What a key means on a row or a card: the words for the help, the key, and who does it. */
export type RowCommand = readonly [label: string, keys: string, name: string];

/**
 * What the keys do on a row that has the focus. Registered once, done by the latest rows. `commands` must
 * be the same list as long as it means the same.
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
