import { createContext } from 'react';
import { createStore } from '../../lib/store.ts';

/** Whether the chat beside the loan is open; the next loan opens with it too. */
export const chatOpen = createStore(false);

/** Of the panel beside a loan: told when something was sent. Null on a page of its own. */
export const ChatContext = createContext<{ onSent: () => void } | null>(null);
