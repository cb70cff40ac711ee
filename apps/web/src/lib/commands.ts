import { useLayoutEffect } from 'react';
import { createStore } from './store.ts';

/**
 * An action of the current screen that is available by shortcut and in the command palette, and is listed in the help.
 */
export interface Command {
  /** The name of the action, verb first, as shown in the help and in the palette. */
  label: string;
  /** The shortcut, such as "mod+k" (⌘ or Ctrl), "?", "p" or "ArrowDown". */
  keys?: string;
  where: 'everywhere' | 'page';
  /**
   * Returns false if the command did not apply. The next command with the same keys is then tried, and if none applies,
   * the browser handles the key.
   */
  run: (event?: KeyboardEvent) => unknown;
  /** Omits the command from the palette, because it makes sense only as a shortcut, such as a step to the next row. */
  keyOnly?: boolean;
}

/** All registered commands, in the order in which they were registered. */
export const commands = createStore<readonly Command[]>([]);
/** Users can turn off single-key shortcuts, because these interfere with dictation, for example. */
export const singleKeys = createStore(true);

export function register(added: readonly Command[]): () => void {
  commands.set((current) => [...current, ...added]);
  return () => commands.set((current) => current.filter((command) => !added.includes(command)));
}

/** Registers commands while the component is mounted. Memoize the list: a new array registers the commands again. */
export function useCommands(added: readonly Command[]): void {
  // A layout effect registers the commands before the page is painted, so that a key works as soon as the page is
  // visible.
  useLayoutEffect(() => register(added), [added]);
}

const EDITABLE =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';
/** Inside an open dialog, menu or list box, shortcuts without a modifier are off. */
const MODAL = '[role=dialog], [role=menu], [role=listbox]';

const hasModifier = (keys: string): boolean => keys.startsWith('mod+');
const isLetter = (keys: string): boolean => keys.length === 1;

const keyOf = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key;
};

function isMeant({ keys }: Command, event: KeyboardEvent): boolean {
  if (keys === undefined || keys !== keyOf(event)) return false;
  if (hasModifier(keys)) return !event.altKey;
  const target = event.target instanceof Element ? event.target : null;
  if (event.altKey || target?.closest(`${EDITABLE}, ${MODAL}`)) return false;
  // A dialog that has just opened may not have the focus yet.
  if (document.querySelector('[aria-modal=true]')) return false;
  return singleKeys.get() || !isLetter(keys);
}

/**
 * Handles shortcuts. The command that was registered last takes precedence, so that a page overrides the shell. Returns
 * a function that stops listening.
 */
export function listenToKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const matching = commands.get().filter((command) => isMeant(command, event));
    for (const command of matching.toReversed()) {
      if (command.run(event) === false) continue;
      event.preventDefault();
      return;
    }
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);
const NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** The labels of the keys to show, such as ["⌘", "K"]. */
export function capsOf(keys: string): string[] {
  const caps = keys.split('+').map((key) => NAMES[key] ?? key);
  const mod = onMac() ? '⌘' : 'Ctrl';
  return caps.map((cap) => {
    if (cap === 'mod') return mod;
    return cap.length === 1 ? cap.toUpperCase() : cap;
  });
}
