// The mail catcher: maildev accepts every email of the application, and shows it on a page and over a REST API.

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { answers, http, flags, launch } from './process.ts';
import { folder, HOST, type Profile, port } from './profile.ts';
import type { Service } from './service.ts';

export const mail: Service = {
  name: 'mail',
  processes: ['maildev'],
  mainPort: 'smtp',
  otherPorts: ['mailWeb'],
  start,
  healthy: async (profile) =>
    (await http(port(profile, 'smtp'), '')).startsWith('220') &&
    (await answers(port(profile, 'mailWeb'))),
};

async function start(profile: Profile): Promise<void> {
  const home = folder(profile, 'mail');
  const mailFolder = join(home, 'data');
  mkdirSync(mailFolder, { recursive: true });
  const packageFile = createRequire(import.meta.url).resolve('maildev/package.json');
  const settings = flags({
    ip: HOST,
    smtp: port(profile, 'smtp'),
    'web-ip': HOST,
    web: port(profile, 'mailWeb'),
    'mail-directory': mailFolder,
  });
  launch({
    folder: home,
    name: 'maildev',
    command: process.execPath,
    args: [join(dirname(packageFile), 'bin/maildev'), ...settings],
  });
}
