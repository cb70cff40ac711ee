import { useLayoutEffect } from 'react';
import { createStore } from './store.ts';

/** Something that can be done on the screen: by its key, from the palette, and listed in the help. */
export interface Command {
  /** The action, verb first: shown in the help and in the palette. */
  label: string;
  /** "mod+k" (⌘ or Ctrl), "?", "p", "ArrowDown". */
  keys?: string;
  where: 'everywhere' | 'page';
  /** Returns false where it did not apply: the key is then left to the browser. */
  run: (event?: KeyboardEvent) => unknown;
  /** Means something only as a key, such as a step to the next row: not for the palette. */
  keyOnly?: boolean;
}

/** In the order in which the screens registered them. */
export const commands = createStore<readonly Command[]>([]);
/** Single-key shortcuts can be turned off: they get in the way of dictation, for example. */
export const singleKeys = createStore(true);

export function register(added: readonly Command[]): () => void {
  commands.set((current) => [...current, ...added]);
  return () => commands.set((current) => current.filter((command) => !added.includes(command)));
}

/** The list must be the same as long as it means the same: memoise it. */
export function useCommands(added: readonly Command[]): void {
  // Before the page is painted: a key pressed as soon as it is seen counts.
  useLayoutEffect(() => register(added), [added]);
}

const EDITABLE =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';
/** An open dialog or menu has the keyboard to itself. */
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
  // Just opened, and about to take the focus.
  if (document.querySelector('[aria-modal=true]')) return false;
  return singleKeys.get() || !isLetter(keys);
}

/** The latest registered wins: a screen's key before the shell's. Returns how to stop. */
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

/** The key caps to show: ["⌘", "K"]. */
export function capsOf(keys: string): string[] {
  const caps = keys.split('+').map((key) => NAMES[key] ?? key);
  const mod = onMac() ? '⌘' : 'Ctrl';
  return caps.map((cap) => {
    if (cap === 'mod') return mod;
    return cap.length === 1 ? cap.toUpperCase() : cap;
  });
}
