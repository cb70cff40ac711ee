import { createContext } from 'react';

/** The id of the item beside the table. Apart from the table's props: only rows draw anew when it changes. */
export const OpenedItem = createContext<string | null>(null);
