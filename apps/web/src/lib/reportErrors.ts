import { send } from './client.ts';

/** The maximum number of reports per page load, so that a page that keeps failing does not flood the error service. */
const MOST = 10;
const isOn = document.querySelector('meta[name="error-reports"]')?.getAttribute('content') === 'on';
const reported = new Set<string>();

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

async function report(failure: unknown): Promise<void> {
  // Error events without an error object contain no usable information. They are the browser's own notices or come from
  // scripts of other origins.
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
    // The error itself is in the browser's console.
  }
}

const onError = ({ error }: ErrorEvent): void => void report(error);
const onRejection = ({ reason }: PromiseRejectionEvent): void => void report(reason);

/** Reports unhandled errors if the operator has an error service. Returns a function that stops it. */
export function watchErrors(): (() => void) | undefined {
  if (!isOn) return undefined;
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
