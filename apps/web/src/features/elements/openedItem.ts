import { createContext } from 'react';

/**
 * The id of the element in the preview. It is a context and not a prop of the table, so that a change re-renders only
 * rows.
 */
export const OpenedItem = createContext<string | null>(null);
