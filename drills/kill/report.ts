/** Prints the result as a table, with the first findings of each kind. */
import type { Kills } from './killer.ts';
import type { Entry } from './ledger.ts';
import { FAULTS, type Fault, type Finding } from './verdict.ts';

const EXAMPLES = 5;
/**
 * The connections that web and worker may keep open, however often the database was killed. Web: one for notices
 * (platform/bus.ts), two of the event feed's pool (http/event-feed.ts). Worker: one for notices, three of the relay's
 * pool (platform/relay.ts), one for sealing the audit log (platform/audit/seal.ts). Plus one of a killed process that
 * Postgres has not noticed yet.
 */
const MAX_RELAY_CONNECTIONS = 1 + 2 + (1 + 3 + 1) + 1;
/** Pools grow and shrink by themselves: with fewer samples per half, all could be higher by chance. */
const MIN_GROWTH_SAMPLES = 10;

export interface Outcome {
  readonly kills: Kills;
  readonly entries: readonly Entry[];
  /** Writes that a repetition acknowledged with the stored reply. */
  readonly replays: number;
  readonly doneUntold: number;
  readonly documents: number;
  readonly findings: readonly Finding[];
  /** Processes that exited without being killed. */
  readonly falls: number;
  /** Falsified facts that the verdict did not notice. */
  readonly unnoticed: readonly string[];
  readonly seconds: number;
}

export const count = (findings: readonly Finding[], fault: Fault): number =>
  findings.filter((each) => each.fault === fault).length;

export const hasFailed = ({ findings, falls, unnoticed, kills }: Outcome): boolean =>
  findings.length > 0 ||
  falls > 0 ||
  unnoticed.length > 0 ||
  Math.max(...kills.relayConnections) > MAX_RELAY_CONNECTIONS ||
  isGrowing(kills.relayConnections);

/** True if the minimum of the second half is above the maximum of the first. */
function isGrowing(samples: readonly number[]): boolean {
  const [first, second] = halves(samples);
  return first.length >= MIN_GROWTH_SAMPLES && Math.min(...second) > Math.max(...first);
}

function halves(samples: readonly number[]): [first: readonly number[], second: readonly number[]] {
  const middle = Math.floor(samples.length / 2);
  return [samples.slice(0, middle), samples.slice(middle)];
}

const range = (samples: readonly number[]): string =>
  samples.length === 0 ? 'none' : `${Math.min(...samples)} to ${Math.max(...samples)}`;

export function printOutcome(outcome: Outcome): void {
  const { kills, entries, findings } = outcome;
  const acknowledged = entries.filter((entry) => entry.acknowledged).length;
  const [first, second] = halves(kills.relayConnections);
  const rows: [string, number | string][] = [
    ...Object.entries(kills.perTarget).map(([target, times]): [string, number] => [
      `kills: ${target}`,
      times,
    ]),
    ['writes in flight at kills', kills.inFlight],
    ['uploads in flight at kills', kills.uploadsInFlight],
    ['longest restart, seconds', (kills.longestRestartMs / 1000).toFixed(1)],
    ['intents', entries.length],
    ['acknowledged', acknowledged],
    ['  of these by a replay', outcome.replays],
    ['unacknowledged', entries.length - acknowledged],
    ['  of these wholly done', outcome.doneUntold],
    ['documents', outcome.documents],
    ...FAULTS.map((fault): [string, number] => [fault, count(findings, fault)]),
    [`relay connections (most ${MAX_RELAY_CONNECTIONS})`, range(first)],
    ['  in the second half', range(second)],
    ['ended by themselves', outcome.falls],
    ['tampering not noticed', outcome.unnoticed.length],
    ['seconds', Math.round(outcome.seconds)],
  ];
  console.log();
  for (const [name, value] of rows) console.log(`${name.padEnd(28)}${String(value).padStart(8)}`);
  printExamples(findings);
  for (const text of outcome.unnoticed) console.log(`\nnot noticed: ${text}`);
}

function printExamples(findings: readonly Finding[]): void {
  for (const fault of FAULTS) {
    const ofFault = findings.filter((each) => each.fault === fault);
    if (ofFault.length > 0) console.log(`\n${fault}:`);
    for (const { text } of ofFault.slice(0, EXAMPLES)) console.log(`  ${text}`);
    if (ofFault.length > EXAMPLES) console.log(`  and ${ofFault.length - EXAMPLES} more`);
  }
}
