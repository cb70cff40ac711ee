import { send } from './client.ts';

/** A page that fails again and again says the same thing. */
const MOST = 10;
const isOn = document.querySelector('meta[name="error-reports"]')?.getAttribute('content') === 'on';
const reported = new Set<string>();

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

async function report(failure: unknown): Promise<void> {
  // The browser's own notes, and errors of scripts of other origins, say nothing.
  if (failure === null || failure === undefined) return;
  const { name, message, stack } = (typeof failure === 'object' ? failure : {}) as Partial<Error>;
  const body = {
    type: textOf(name, 100) || 'Error',
    message: textOf(message ?? failure, 1000),
    stack: textOf(stack, 10_000),
    page: window.location.pathname.slice(0, 500),
  };
  const place = `${body.message}${body.stack.slice(0, 500)}`;
  if (reported.has(place) || reported.size >= MOST) return;
  reported.add(place);
  try {
    await send('reportPageError', { body });
  } catch {
    // The browser's console has the error itself.
  }
}

const onError = ({ error }: ErrorEvent): void => void report(error);
const onRejection = ({ reason }: PromiseRejectionEvent): void => void report(reason);

/** Errors that nothing handled, where the operator has an error service. Returns the way to stop. */
export function watchErrors(): (() => void) | undefined {
  if (!isOn) return undefined;
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
