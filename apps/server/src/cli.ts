/** Maintenance commands: `node apps/server/src/cli.ts COMMAND`. They read the same environment as the server. */
import {
  readConfig,
  readRotationConfig,
  readWebConfig,
  readWorkerConfig,
} from './platform/config.ts';
import { rotateKey } from './platform/rotate-key.ts';
import { runVerifyAudit } from './verify-audit.ts';

const USAGE = `node apps/server/src/cli.ts COMMAND
  check-config [web|worker]  whether the environment is complete and safe, for that role
  rotate-key                 seal all company keys with the newest SECRET_KEY: see docs/operations/keys.md
  verify-audit [--log ID]    verify every audit entry and anchor: see docs/operations/audit.md`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  async 'check-config'([role]) {
    if (role === 'web') readWebConfig();
    else if (role === 'worker') readWorkerConfig();
    else readConfig();
    console.log('the configuration is usable');
  },
  async 'rotate-key'() {
    const { rewrapped, unreadable } = await rotateKey(readRotationConfig());
    console.log(`${rewrapped} company keys sealed with the newest SECRET_KEY`);
    if (unreadable > 0) {
      throw new Error(`${unreadable} company keys cannot be opened: add the key that sealed them`);
    }
    console.log('no company key needs an older SECRET_KEY: they can be removed');
  },
  async 'verify-audit'(args) {
    // 2: it could not be done, which says nothing about the log.
    process.exitCode = 2;
    process.exitCode = await runVerifyAudit(args);
  },
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(USAGE);
  await command(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode ||= 1;
}
