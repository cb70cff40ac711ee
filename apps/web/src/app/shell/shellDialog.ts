import { createStore } from '../../lib/store.ts';

/** Which of the shell's dialogs is open: asked for by keys, buttons and other dialogs. */
export const shellDialog = createStore<'palette' | 'shortcuts' | null>(null);

export const openPalette = (): void => shellDialog.set('palette');
export const openShortcuts = (): void => shellDialog.set('shortcuts');
