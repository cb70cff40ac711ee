import { useEffect } from 'react';
import { singleKeys } from '../../lib/commands.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';

const WITH_KEYS_OF_THEIR_OWN = 'input, textarea, select, [contenteditable=true], [role=listbox]';

/** Handles the N key in a dialog, where the shortcuts of the page do not apply. */
export function useNextKey(next: () => void): void {
  const press = useEventCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !singleKeys.get()) return;
    if (event.key.toLowerCase() !== 'n' || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(WITH_KEYS_OF_THEIR_OWN)) return;
    event.preventDefault();
    next();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
}
