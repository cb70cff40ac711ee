import { createStore } from './store.ts';

/** Whether the server is unreachable, according to the last call or the event stream. */
export const connectionLost = createStore(false);
