import { send } from './client.ts';

/** Well within the half hour after which a session without anybody there ends. */
const TELL_EVERY_MS = 5 * 60_000;

/** Tells the server now and then that somebody is at the keyboard. Returns how to stop. */
export function tellOfPresence(): () => void {
  let told = Date.now();
  const tell = (): void => {
    if (Date.now() - told < TELL_EVERY_MS) return;
    told = Date.now();
    // A failure needs no word here: the next call of the page finds out the same.
    send('updateCookieTimeout', {}).catch(() => undefined);
  };
  addEventListener('pointerdown', tell);
  addEventListener('keydown', tell);
  return () => {
    removeEventListener('pointerdown', tell);
    removeEventListener('keydown', tell);
  };
}
