import { nobody, type Db, type Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { withPassword, type Door } from '../identity/index.ts';

/**
 * Does `work` for somebody who is logged in and shows their password once more. A failure counts
 * although nothing else of the call is kept, and is told at the field: nothing happened to the session.
 */
export async function withOwnPassword<T>(
  { db, ...door }: Omit<Door, 'count'> & { readonly db: Db },
  me: { readonly email_address: string },
  { field, password }: { field: string; password: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const count: Door['write'] = (failure) => db.write(nobody, failure);
  const given = { username: me.email_address, password };
  try {
    return await withPassword({ ...door, count }, given, work);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'WRONG_PASSWORD')) throw error;
    throw new Refusal('INVALID_REQUEST', {
      fieldErrors: { [field]: 'This is not your password' },
      headers: error.headers,
    });
  }
}
