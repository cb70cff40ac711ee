/**
 * `cairn check [web|worker|router]`: whether the installation can work as it is configured. Every finding is one
 * sentence that names the setting to change.
 */
import {
  ConfigError,
  readMigrationUrl,
  readRouterConfig,
  readWebConfig,
  readWorkerConfig,
  type RouterConfig,
  type WebConfig,
  type WorkerConfig,
} from '../platform/config.ts';
import { cellChecks, routerChecks } from './checks/cells.ts';
import { runCheck, type Check, type CheckResult } from './checks/check.ts';
import { databaseChecks } from './checks/database.ts';
import { storeChecks } from './checks/store.ts';

type Environment = Record<string, string | undefined>;
export type CheckedRole = 'web' | 'worker' | 'router';

export async function checkInstallation(
  env: Environment,
  roles: readonly CheckedRole[] = ['web', 'worker'],
  now: () => number = Date.now,
): Promise<CheckResult[]> {
  const problems = new Set<string>();
  const readOrReport = <T>(reader: (env: Environment) => T): T | undefined => {
    try {
      return reader(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return undefined;
    }
  };
  const web = roles.includes('web') ? readOrReport(readWebConfig) : undefined;
  const worker = roles.includes('worker') ? readOrReport(readWorkerConfig) : undefined;
  const router = roles.includes('router') ? readOrReport(readRouterConfig) : undefined;
  // The web process has no migration URL and needs none.
  const migration = hasMigrationUrl(env) ? readOrReport(readMigrationUrl) : undefined;
  const configuration = [...problems].map((problem) => ({
    name: 'configuration',
    ok: false,
    text: `${problem}${problem.endsWith('.') ? '' : '.'}`,
  }));
  if (!web && !worker && !router) return configuration;
  const checks = await checksFor({ web, worker, router, migration }, now);
  return [
    ...(configuration.length > 0 ? configuration : [ALL_SET]),
    ...(await Promise.all(checks.map(runCheck))),
  ];
}

const ALL_SET = { name: 'configuration', ok: true, text: 'every variable is set and safe' };

const hasMigrationUrl = (env: Environment): boolean =>
  Boolean(env['MIGRATION_DATABASE_URL'] || env['MIGRATION_DATABASE_URL_FILE']);

interface Configs {
  readonly web: WebConfig | undefined;
  readonly worker: WorkerConfig | undefined;
  readonly router: RouterConfig | undefined;
  readonly migration: string | undefined;
}

async function checksFor(configs: Configs, now: () => number): Promise<Check[]> {
  const { web, worker, router, migration } = configs;
  const shared = web ?? worker;
  const checks = router ? routerChecks(router) : [];
  if (!shared) return checks;
  const { database, secretKey, publicUrl, store } = shared;
  const { endpoint, region, incomingBucket, vaultBucket } = store;
  return [
    ...checks,
    ...databaseChecks({ ...database, migration }, { secretKey, now }),
    ...storeChecks({
      endpoint,
      region,
      incomingBucket,
      vaultBucket,
      publicEndpoint: web?.store.publicEndpoint,
      upload: web?.store.upload,
      web: web?.store.web,
      worker: worker?.store.worker,
      audit: worker?.audit,
      publicUrl,
    }),
    ...(web?.cell ? cellChecks(web.cell) : []),
    ...(worker ? await workerChecks(worker, now) : []),
  ];
}

/** Imported only here, because the image of the web role has neither converters nor a Temporal client. */
async function workerChecks(worker: WorkerConfig, now: () => number): Promise<Check[]> {
  const { workerServiceChecks } = await import('./checks/worker-services.ts');
  return workerServiceChecks(worker, now);
}

export function printResults(results: readonly CheckResult[], print: (line: string) => void): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { name, ok, text } of results) {
    print(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${text}`);
  }
  const failed = results.filter(({ ok }) => !ok).length;
  print(failed === 0 ? 'Everything is in order.' : `${failed} of ${results.length} checks failed.`);
}
