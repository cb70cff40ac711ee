// The malware scanner, with a single signature: that of the EICAR test file. Production mirrors the official
// signatures instead.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { http, launch, run } from './process.ts';
import { folder, HOST, isRoot, type Profile, port } from './profile.ts';
import type { Service } from './service.ts';

export const EICAR_SIGNATURE =
  'Probe.EICAR.ndb:0:*:58354f2150254041505b345c505a58353428505e2937434329377d2445494341522d53' +
  '54414e444152442d414e544956495255532d544553542d46494c452124482b482a\n';

export const clamd: Service = {
  name: 'clamd',
  processes: ['clamd'],
  mainPort: 'clamd',
  otherPorts: [],
  start,
  healthy: async (profile) => (await http(port(profile, 'clamd'), 'zPING\0')).startsWith('PONG'),
};

async function start(profile: Profile): Promise<void> {
  const home = folder(profile, 'clamd');
  const signatures = join(home, 'data');
  const temporary = join(home, 'temporary');
  for (const path of [signatures, temporary]) mkdirSync(path, { recursive: true });
  writeFileSync(join(signatures, 'local.ndb'), EICAR_SIGNATURE);
  const settings = join(home, 'clamd.conf');
  writeFileSync(settings, configuration(profile, signatures, temporary));
  if (isRoot()) await run('chown', ['-R', 'clamav:', signatures, temporary]);
  launch({ folder: home, name: 'clamd', command: 'clamd', args: ['--config-file', settings] });
}

function configuration(profile: Profile, signatures: string, temporary: string): string {
  const lines = [
    'Foreground yes',
    `TCPAddr ${HOST}`,
    `TCPSocket ${port(profile, 'clamd')}`,
    `DatabaseDirectory ${signatures}`,
    `TemporaryDirectory ${temporary}`,
    'OfficialDatabaseOnly no',
    'StreamMaxLength 512M',
    'MaxScanSize 512M',
    'MaxFileSize 512M',
    'ScanArchive yes',
    'AlertEncrypted yes',
    // A file that could not be scanned completely does not count as clean.
    'AlertExceedsMax yes',
    ...(isRoot() ? ['User clamav'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
