import { lists } from '@cairn/contract/lists';
import { routes } from '../../platform/call.ts';
import type { Config } from '../../platform/config.ts';
import { isSignedIn } from '../identity/index.ts';
import { constants } from './constants.ts';
import { systemUsers } from './store.ts';

export const listRoutes = ({ licenceKeys }: Pick<Config, 'licenceKeys'>) =>
  routes(lists, {
    // The log-in page needs the lists too; which accounts are not people is nobody else's affair.
    getJavascriptConstants: async ({ reads, exchange }) => {
      if (!(await isSignedIn(reads, exchange.sessionToken))) return constants;
      const rows = await reads.run(systemUsers);
      return { ...constants, systemUsersIds: rows.map(({ id }) => id) };
    },

    getFrontendKeys: async () => licenceKeys,
  });
