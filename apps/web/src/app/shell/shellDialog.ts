import { createStore } from '../../lib/store.ts';

/** The open dialog of the shell. Shortcuts, buttons and other dialogs can open one. */
export const shellDialog = createStore<'palette' | 'shortcuts' | null>(null);

export const openPalette = (): void => shellDialog.set('palette');
export const openShortcuts = (): void => shellDialog.set('shortcuts');
