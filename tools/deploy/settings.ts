/** Whether the environment that a deployment gives a process is the one that the process reads. */
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

/** Set by the images themselves. */
const OF_IMAGE = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  MONITOR_HOST: '0.0.0.0',
  MONITOR_PORT: '9464',
};

/** With the rules of production. Empty: the process starts with it. */
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

/** Cairn's variables that the process is given and does not read: each is a credential more to lose. */
export function unneededSettings(
  role: DeployedRole,
  env: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(env).filter((name) => {
    const definition = Object.entries(VARIABLES).find(([variable]) => variable === name)?.[1];
    return definition !== undefined && !(definition.roles as readonly string[]).includes(role);
  });
}
