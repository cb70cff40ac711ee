/** One check of the installation. If it fails, a sentence says which setting to change. */
export interface Check {
  readonly name: string;
  /**
   * Resolves to a sentence about what works. Rejects with a Problem, or with any other error if the reason is unknown.
   */
  run(): Promise<string>;
}

/** The message is the sentence for the operator. It names the environment variable and never contains a secret. */
export class Problem extends Error {}

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

const MAX_MS = 20_000;

export async function runCheck({ name, run }: Check): Promise<CheckResult> {
  try {
    return { name, ok: true, text: await withDeadline(run) };
  } catch (error) {
    return { name, ok: false, text: sentence(error) };
  }
}

async function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Problem(`No answer within ${MAX_MS / 1000} seconds.`)),
      MAX_MS,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function sentence(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return `Unexpected: ${text}`;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'there is no way to that host',
  ENOENT: 'the socket does not exist',
  EACCES: 'permission is denied',
};

/** Returns the reason why a connection failed, in plain words. */
export function reasonOf(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  const inner =
    error instanceof AggregateError ? (error.errors[0] as { code?: string }) : undefined;
  const reason = REASONS[code ?? ''] ?? REASONS[inner?.code ?? ''];
  if (reason) return reason;
  if (name === 'TimeoutError') return 'no answer in time';
  if (/certificate|self.signed|altname/i.test(message ?? '')) {
    return `its certificate is not accepted (${message})`;
  }
  return message || code || 'no reason given';
}
