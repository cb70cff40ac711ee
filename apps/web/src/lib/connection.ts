import { createStore } from './store.ts';

/** Whether the server is out of reach, as far as the last call or the event stream could tell. */
export const connectionLost = createStore(false);
