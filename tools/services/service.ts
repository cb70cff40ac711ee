// The interface of all services.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, runningPid, waitUntil } from './process.ts';
import { folder, type PortName, type Profile, port } from './profile.ts';

export interface Service {
  name: string;
  /** In start order; they are stopped in reverse order. */
  processes: readonly string[];
  /** `mainPort` identifies the service; all of its ports must be free before it starts. */
  mainPort: PortName;
  otherPorts: readonly PortName[];
  stopSignal?: NodeJS.Signals;
  /** Starts processes that are not running, on existing data or on new data. */
  start(profile: Profile): Promise<void>;
  /** Asks something that only a working service can answer; throws or returns false otherwise. */
  healthy(profile: Profile): Promise<boolean>;
  /** Creates what the application expects, such as a database or a bucket. Idempotent. */
  provision?(profile: Profile): Promise<void>;
}

const START_PATIENCE_MS = 120_000;

export function pids(service: Service, profile: Profile): (number | undefined)[] {
  return service.processes.map((name) => runningPid(folder(profile, service.name), name));
}

export async function isHealthy(service: Service, profile: Profile): Promise<boolean> {
  return service.healthy(profile).catch(() => false);
}

/** Starts the service and waits for it, unless it is already working. */
export async function startUnlessHealthy(service: Service, profile: Profile): Promise<void> {
  const complete = () => pids(service, profile).every((pid) => pid !== undefined);
  if (!complete() || !(await isHealthy(service, profile))) {
    await refuseForeignPorts(service, profile);
    await service.start(profile);
    await waitForHealth(service, profile);
  }
  await service.provision?.(profile);
}

async function refuseForeignPorts(service: Service, profile: Profile): Promise<void> {
  if (pids(service, profile).some((pid) => pid !== undefined)) return;
  for (const name of [service.mainPort, ...service.otherPorts]) {
    const number = port(profile, name);
    if (await answers(number)) {
      const reason = 'is taken by a process this checkout did not start';
      throw new Error(`${service.name}: port ${number} ${reason}`);
    }
  }
}

async function waitForHealth(service: Service, profile: Profile): Promise<void> {
  const settled = async () => hasEnded(service, profile) || (await isHealthy(service, profile));
  const inTime = await waitUntil(settled, START_PATIENCE_MS);
  if (!inTime || hasEnded(service, profile)) {
    const what = inTime ? 'ended while starting' : 'did not answer in time';
    throw new Error(`${service.name} ${what}\n${lastLines(service, profile)}`);
  }
}

function hasEnded(service: Service, profile: Profile): boolean {
  return pids(service, profile).some((pid) => pid === undefined);
}

function lastLines(service: Service, profile: Profile): string {
  const tails = service.processes.map((name) => {
    const path = join(folder(profile, service.name), `${name}.log`);
    try {
      return `${path}:\n${readFileSync(path, 'utf8').trim().split('\n').slice(-8).join('\n')}`;
    } catch {
      return `${path}: no log`;
    }
  });
  return tails.join('\n');
}
