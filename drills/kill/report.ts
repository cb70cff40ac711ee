/** The result as a table, with the first few findings of each fault spelled out. */
import type { Kills } from './killer.ts';
import type { Entry } from './ledger.ts';
import { FAULTS, type Fault, type Finding } from './verdict.ts';

const EXAMPLES = 5;
/** One for notices in each process, two for the event feed, one for the outbox, one just dying. */
const RELAY_CONNECTIONS_MOST = 6;

export interface Outcome {
  readonly kills: Kills;
  readonly entries: readonly Entry[];
  /** Acknowledged by a repetition, from the kept reply. */
  readonly replays: number;
  readonly doneUntold: number;
  readonly documents: number;
  readonly findings: readonly Finding[];
  /** Processes that ended without being killed. */
  readonly falls: number;
  /** Tampered copies of the facts that the verdict did not notice. */
  readonly unnoticed: readonly string[];
  readonly seconds: number;
}

export const count = (findings: readonly Finding[], fault: Fault): number =>
  findings.filter((each) => each.fault === fault).length;

export const failed = ({ findings, falls, unnoticed, kills }: Outcome): boolean =>
  findings.length > 0 ||
  falls > 0 ||
  unnoticed.length > 0 ||
  kills.relayConnections > RELAY_CONNECTIONS_MOST;

export function printOutcome(outcome: Outcome): void {
  const { kills, entries, findings } = outcome;
  const { web, worker, database } = kills.perTarget;
  const acknowledged = entries.filter((entry) => entry.acknowledged).length;
  const rows: [string, number | string][] = [
    ['kills: web', web],
    ['kills: worker', worker],
    ['kills: database', database],
    ['writes in flight at kills', kills.inFlight],
    ['intents', entries.length],
    ['acknowledged', acknowledged],
    ['  of these by a replay', outcome.replays],
    ['unacknowledged', entries.length - acknowledged],
    ['  of these wholly done', outcome.doneUntold],
    ['documents', outcome.documents],
    ...FAULTS.map((fault): [string, number] => [fault, count(findings, fault)]),
    [`relay connections (most ${RELAY_CONNECTIONS_MOST})`, kills.relayConnections],
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
    const found = findings.filter((each) => each.fault === fault);
    if (found.length > 0) console.log(`\n${fault}:`);
    for (const { text } of found.slice(0, EXAMPLES)) console.log(`  ${text}`);
    if (found.length > EXAMPLES) console.log(`  and ${found.length - EXAMPLES} more`);
  }
}
