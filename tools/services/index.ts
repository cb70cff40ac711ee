// The development services, for tests and drills. The command line is `node tools/services/main.ts`.

import { ceph } from './ceph.ts';
import { clamd } from './clamd.ts';
import { install } from './install.ts';
import { mail } from './mail.ts';
import { postgres } from './postgres.ts';
import { exclusively, killProcess, stopProcess } from './process.ts';
import { folder, type Profile, port } from './profile.ts';
import { startUnlessHealthy, isHealthy, pids, type Service } from './service.ts';
import { texts } from './texts.ts';
import { temporal } from './temporal.ts';

export { environment, PROFILES, type Profile } from './profile.ts';

export const SERVICE_NAMES = ['postgres', 'temporal', 's3', 'clamd', 'mail', 'texts'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const SERVICES: Record<ServiceName, Service> = { postgres, temporal, s3: ceph, clamd, mail, texts };

export interface ServiceStatus {
  name: ServiceName;
  port: number;
  pids: number[];
  state: 'running' | 'not answering' | 'partly running' | 'stopped';
}

/** Installs missing programs, starts services that are not running, and waits until all of them answer. */
export async function up(profile: Profile): Promise<void> {
  await install();
  await exclusively(profile, async () => {
    const results = await Promise.allSettled(
      SERVICE_NAMES.map((name) => startUnlessHealthy(SERVICES[name], profile)),
    );
    throwFailures(results);
  });
}

export async function down(profile: Profile): Promise<void> {
  await exclusively(profile, async () => {
    throwFailures(await Promise.allSettled(SERVICE_NAMES.map((name) => stop(name, profile))));
  });
}

/** Starts one service on its existing data, and waits until it answers. */
export async function startService(profile: Profile, name: ServiceName): Promise<void> {
  await exclusively(profile, () => startUnlessHealthy(SERVICES[name], profile));
}

export async function stopService(profile: Profile, name: ServiceName): Promise<void> {
  await exclusively(profile, () => stop(name, profile));
}

/** Provisions the database and the bucket in services that run on the same ports outside our control. */
export async function provision(profile: Profile): Promise<void> {
  for (const name of SERVICE_NAMES) await SERVICES[name].provision?.(profile);
}

/** Sends SIGKILL to all processes of the service at once, like a crash; returns when they have ended. */
export async function killService(profile: Profile, name: ServiceName): Promise<void> {
  const home = folder(profile, SERVICES[name].name);
  await Promise.all(SERVICES[name].processes.map((process) => killProcess(home, process)));
}

/** The port that clients use; for mail, that of SMTP. */
function portOf(profile: Profile, name: ServiceName): number {
  return port(profile, SERVICES[name].mainPort);
}

export async function status(profile: Profile): Promise<ServiceStatus[]> {
  return Promise.all(SERVICE_NAMES.map((name) => statusOf(name, profile)));
}

async function statusOf(name: ServiceName, profile: Profile): Promise<ServiceStatus> {
  const all = pids(SERVICES[name], profile);
  const running = all.filter((pid) => pid !== undefined);
  const answering = running.length > 0 && (await isHealthy(SERVICES[name], profile));
  return {
    name,
    port: portOf(profile, name),
    pids: running,
    state: stateOf(running.length, all.length, answering),
  };
}

function stateOf(running: number, total: number, answering: boolean): ServiceStatus['state'] {
  if (running === 0) return 'stopped';
  if (running < total) return 'partly running';
  return answering ? 'running' : 'not answering';
}

async function stop(name: ServiceName, profile: Profile): Promise<void> {
  const service = SERVICES[name];
  for (const process of service.processes.toReversed()) {
    await stopProcess(folder(profile, service.name), process, service.stopSignal);
  }
}

function throwFailures(results: PromiseSettledResult<void>[]): void {
  const failures = results.filter((result) => result.status === 'rejected');
  if (failures.length === 0) return;
  throw new Error(failures.map(({ reason }) => messageOf(reason)).join('\n'));
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
