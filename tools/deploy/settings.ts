/** Checks that the environment that a deployment sets for a process is the one that the process reads. */
import { VARIABLES } from '@cairn/server/platform/config-variables';
import {
  ConfigError,
  readAdminConfig,
  readAuditConfig,
  readCompanyConfig,
  readMigrationUrl,
  readRouterConfig,
  readSetupConfig,
  readWebConfig,
  readWorkerConfig,
} from '@cairn/server/platform/config';

const READERS = {
  web: readWebConfig,
  worker: readWorkerConfig,
  router: readRouterConfig,
  migrate: readMigrationUrl,
  setup: readSetupConfig,
  admin: readAdminConfig,
  company: readCompanyConfig,
  'verify-audit': readAuditConfig,
};
export type DeployedRole = keyof typeof READERS;

/** Variables that the images themselves set. */
const OF_IMAGE = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  MONITOR_HOST: '0.0.0.0',
  MONITOR_PORT: '9464',
};

/** Problems of the settings by the rules of production; empty if the process starts with them. */
export function settingsProblems(
  role: DeployedRole,
  env: Readonly<Record<string, string>>,
): string[] {
  try {
    READERS[role]({ ...OF_IMAGE, ...env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

/**
 * Cairn's variables that are set for the process although it does not read them; each may be a credential that is
 * exposed without need.
 */
export function unneededSettings(
  role: DeployedRole,
  env: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(env).filter((name) => {
    const definition = Object.entries(VARIABLES).find(([variable]) => variable === name)?.[1];
    return definition !== undefined && !(definition.roles as readonly string[]).includes(role);
  });
}
