import type { JavascriptConstants } from '@cairn/contract';
import { referenceData } from '@cairn/contract/reference-data';
import { routes } from '../../platform/handler.ts';
import type { Config } from '../../platform/config.ts';
import { isSignedIn } from '../auth/index.ts';
import { constants } from './constants.ts';
import { systemUsers } from './store.ts';

interface Deps extends Pick<Config, 'licenseKeys'> {
  announced(): Promise<JavascriptConstants['maintenance']>;
}

export const referenceDataRoutes = ({ licenseKeys, announced }: Deps) =>
  routes(referenceData, {
    // The login page needs the lists, too. The ids of system accounts are only for logged-in users.
    getJavascriptConstants: async ({ reads, http }) => {
      const now = { ...constants, maintenance: await announced() };
      if (!(await isSignedIn(reads, http.sessionToken))) return now;
      const rows = await reads.run(systemUsers);
      return { ...now, systemUsersIds: rows.map(({ id }) => id) };
    },

    getFrontendKeys: async () => licenseKeys,
  });
