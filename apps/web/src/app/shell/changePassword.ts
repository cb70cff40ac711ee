import { createStore } from '../../lib/store.ts';

/**
 * Whether the password dialog is open. The user menu opens it, but the shell renders it, because the menu may be
 * unmounted together with its drawer.
 */
export const changingPassword = createStore(false);
