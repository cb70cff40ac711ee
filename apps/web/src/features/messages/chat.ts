import { createContext } from 'react';
import { createStore } from '../../lib/store.ts';

/** Whether the chat panel is open. The state is kept when the user opens another loan. */
export const chatOpen = createStore(false);

/** Provided by the chat panel to react to a sent message. Null on the messages page. */
export const ChatContext = createContext<{ onSent: () => void } | null>(null);
