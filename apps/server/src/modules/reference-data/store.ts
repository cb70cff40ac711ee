import { query } from '../../platform/db/query.ts';

export const systemUsers = query
  .selectFrom('account')
  .select('id')
  .where('is_system', '=', true)
  .orderBy('id');
