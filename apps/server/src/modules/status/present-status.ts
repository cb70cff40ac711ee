import type {
  QueueStatus,
  ServiceName,
  ServiceState,
  ServiceStatus,
  SystemStatus,
} from '@cairn/contract';
import { SERVICES } from '@cairn/contract/status';
import type { QueueReport } from '../../platform/monitoring/status-reporter.ts';
import type { ProbeResult } from '../../platform/monitoring/service-probes.ts';

/** A probe sends a few bytes. If it takes this long, users notice delays. */
const SLOW_SECONDS = 3;
const SLOW_QUEUE_SECONDS = 120;
const STUCK_QUEUE_SECONDS = 900;
/** From this share of the maximum age on, virus signatures are reported as old. */
const OLD_SHARE = 0.75;

export interface ProcessReport {
  readonly role: string;
  readonly version: string;
  readonly node_version: string;
  readonly services: readonly ProbeResult[];
  readonly queues: readonly QueueReport[];
  readonly signatures_from: string | null;
  readonly signature_max_age_seconds: number | null;
}
export interface ServiceDay {
  readonly service: string;
  readonly day: string;
  readonly checks: number;
  readonly failures: number;
}
export interface StatusFigures {
  /** Newest first. */
  readonly reports: readonly ProcessReport[];
  readonly days: readonly ServiceDay[];
  readonly versions: { postgres: string; schema: string };
  /** The time that the database took to answer this call. */
  readonly postgresSeconds: number;
  readonly now: Date;
}

export function presentStatus({
  reports,
  days,
  versions,
  postgresSeconds,
  now,
}: StatusFigures): SystemStatus {
  return {
    checkedDate: now.toISOString(),
    services: SERVICES.map((service) => ({
      service,
      ...stateOf(service, reports, postgresSeconds),
      days: days
        .filter((each) => each.service === service)
        .map(({ day, checks, failures }) => ({ day, checks, failures })),
    })),
    queues: queuesOf(reports),
    signatures: signaturesOf(reports, now),
    versions: distinct(reports.map(({ version }) => version)),
    nodeVersions: distinct(reports.map(({ node_version }) => node_version)),
    postgresVersion: versions.postgres,
    schemaVersion: versions.schema,
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

const stateFor = (seconds: number): ServiceState => (seconds > SLOW_SECONDS ? 'SLOW' : 'WORKING');

type State = Pick<ServiceStatus, 'state' | 'seconds' | 'processes'>;

function stateOf(
  service: ServiceName,
  reports: readonly ProcessReport[],
  postgresSeconds: number,
): State {
  if (service === 'postgres') {
    return { state: stateFor(postgresSeconds), seconds: postgresSeconds, processes: null };
  }
  if (service === 'web' || service === 'worker') {
    const processes = reports.filter(({ role }) => role === service || role === 'all').length;
    // Answering this call proves that a web process runs, even if it has not reported yet.
    const isUp = processes > 0 || service === 'web';
    return { state: isUp ? 'WORKING' : 'DOWN', seconds: null, processes };
  }
  const probes = reports.flatMap(({ services }) =>
    services.filter((probe) => probe.service === service),
  );
  return { ...probedState(probes), processes: null };
}

/** If workers disagree, part of the work is waiting. */
function probedState(probes: readonly ProbeResult[]): Pick<State, 'state' | 'seconds'> {
  const upProbes = probes.filter(({ isUp }) => isUp);
  if (probes.length === 0) return { state: 'UNKNOWN', seconds: null };
  if (upProbes.length === 0) return { state: 'DOWN', seconds: null };
  const seconds = Math.max(...upProbes.map((probe) => probe.seconds));
  const isPartly = upProbes.length < probes.length;
  return { state: isPartly ? 'SLOW' : stateFor(seconds), seconds };
}

/** All workers ask the same Temporal, so the newest answer counts. */
function queuesOf(reports: readonly ProcessReport[]): QueueStatus[] {
  const newest = reports.find(({ queues }) => queues.length > 0);
  return (newest?.queues ?? []).map((queue) => ({ ...queue, state: queueState(queue) }));
}

function queueState({ waiting, oldestSeconds }: QueueReport): ServiceState {
  if (waiting === 0 || oldestSeconds < SLOW_QUEUE_SECONDS) return 'WORKING';
  return oldestSeconds < STUCK_QUEUE_SECONDS ? 'SLOW' : 'DOWN';
}

function signaturesOf(reports: readonly ProcessReport[], now: Date): SystemStatus['signatures'] {
  const newest = reports.find(({ signatures_from }) => signatures_from !== null);
  if (!newest?.signatures_from || newest.signature_max_age_seconds === null) return null;
  const maxAgeSeconds = newest.signature_max_age_seconds;
  const age = (now.getTime() - Date.parse(newest.signatures_from)) / 1000;
  const isOld = age > maxAgeSeconds * OLD_SHARE;
  return {
    from: newest.signatures_from,
    maxAgeSeconds,
    state: age > maxAgeSeconds ? 'DOWN' : isOld ? 'SLOW' : 'WORKING',
  };
}
