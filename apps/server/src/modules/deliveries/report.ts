/** What arrives at a webhook, and when it is refused. */
/** The report is not from the provider, or cannot be parsed. The provider gets no further reason. */
export class ReportRefused extends Error {}

export interface ReceivedReport {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The network address that it came from. */
  readonly address: string;
  readonly now: Date;
}

/** Longer than providers repeat a report, shorter than received reports are kept. */
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_AHEAD_MS = 5 * 60_000;

/** Reports are signed together with their time; old ones are refused. */
export function refuseOldReport(at: Date, now: Date): void {
  const age = now.getTime() - at.getTime();
  if (!(age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS)) throw new ReportRefused('too old');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isDeliveryId = (value: unknown): value is string =>
  typeof value === 'string' && UUID.test(value);

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReportRefused('not JSON');
  }
}
