// The command line of the development services; see USAGE.

import { parseArgs } from 'node:util';
import {
  down,
  environment,
  killService,
  PROFILES,
  provision,
  type Profile,
  SERVICE_NAMES,
  type ServiceName,
  startService,
  status,
  stopService,
  up,
} from './index.ts';
import { install } from './install.ts';

const USAGE = `node tools/services/main.ts COMMAND [--profile ${PROFILES.join('|')}]
  install      bring what is missing on this machine
  up           install, start all services, wait until they answer
  status       what runs
  down         stop all services
  env          the application's settings, as KEY=value lines
  start NAME   start one service on the data it left
  stop NAME    stop one service
  kill NAME    end one service without warning, as a crash would
  provision    create the database and the bucket in services that Docker runs
NAME is one of ${SERVICE_NAMES.join(', ')}. The profile is dev unless told.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'string', default: 'dev' } },
  });
  const [command = '', name = ''] = positionals;
  const profile = PROFILES.find((each) => each === values.profile);
  if (profile === undefined) throw new Error(USAGE);
  await commandNamed(command)(profile, name);
}

type Command = (profile: Profile, name: string) => Promise<void>;

function commandNamed(command: string): Command {
  switch (command) {
    case 'install':
      return install;
    case 'up':
      return async (profile) => {
        await up(profile);
        await printStatus(profile);
      };
    case 'down':
      return down;
    case 'provision':
      return provision;
    case 'status':
      return printStatus;
    case 'env':
      return printEnvironment;
    case 'start':
      return (profile, name) => startService(profile, serviceNamed(name));
    case 'stop':
      return (profile, name) => stopService(profile, serviceNamed(name));
    case 'kill':
      return (profile, name) => killService(profile, serviceNamed(name));
    default:
      throw new Error(USAGE);
  }
}

function serviceNamed(name: string): ServiceName {
  const serviceName = SERVICE_NAMES.find((service) => service === name);
  if (serviceName === undefined) throw new Error(USAGE);
  return serviceName;
}

async function printEnvironment(profile: Profile): Promise<void> {
  for (const [key, value] of Object.entries(environment(profile))) console.log(`${key}=${value}`);
}

async function printStatus(profile: Profile): Promise<void> {
  const rows = (await status(profile)).map(({ name, pids, port, state }) => [
    name,
    pids.join(' ') || '-',
    String(port),
    state,
  ]);
  const table = [['name', 'pid', 'port', 'state'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
