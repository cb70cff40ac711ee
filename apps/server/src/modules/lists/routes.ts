import type { JavascriptConstants } from '@cairn/contract';
import { lists } from '@cairn/contract/lists';
import { routes } from '../../platform/call.ts';
import type { Config } from '../../platform/config.ts';
import { isSignedIn } from '../identity/index.ts';
import { constants } from './constants.ts';
import { systemUsers } from './store.ts';

interface Surroundings extends Pick<Config, 'licenceKeys'> {
  announced(): Promise<JavascriptConstants['maintenance']>;
}

export const listRoutes = ({ licenceKeys, announced }: Surroundings) =>
  routes(lists, {
    // The log-in page needs the lists too; which accounts are not people is nobody else's affair.
    getJavascriptConstants: async ({ reads, exchange }) => {
      const now = { ...constants, maintenance: await announced() };
      if (!(await isSignedIn(reads, exchange.sessionToken))) return now;
      const rows = await reads.run(systemUsers);
      return { ...now, systemUsersIds: rows.map(({ id }) => id) };
    },

    getFrontendKeys: async () => licenceKeys,
  });
