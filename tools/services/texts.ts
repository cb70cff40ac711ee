// Accepts every text message of the application, and shows it on a page and over Twilio's API.

import { join } from 'node:path';
import { answers, launch } from './process.ts';
import {
  folder,
  port,
  REPOSITORY,
  TWILIO_ACCOUNT_SID,
  TWILIO_AUTH_TOKEN,
  type Profile,
} from './profile.ts';
import type { Service } from './service.ts';

export const texts: Service = {
  name: 'texts',
  processes: ['catcher'],
  mainPort: 'texts',
  otherPorts: [],
  start: async (profile: Profile) => {
    launch({
      folder: folder(profile, 'texts'),
      name: 'catcher',
      command: process.execPath,
      args: [
        join(REPOSITORY, 'packages/testing/src/text-catcher/main.ts'),
        String(port(profile, 'texts')),
        TWILIO_ACCOUNT_SID,
        TWILIO_AUTH_TOKEN,
      ],
    });
  },
  healthy: (profile) => answers(port(profile, 'texts')),
};
