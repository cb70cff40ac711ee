import { anonymous, type Db, type Scope, type Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { withPassword, type PasswordCheck } from './sign-in.ts';
import { findAccountById, type AccountRow } from './store.ts';

/**
 * Runs `work` for a logged-in user who enters their password again. A failure counts even though the call's
 * transaction is rolled back, and is reported at the field: the session continues.
 */
export async function withOwnPassword<T>(
  { db, reads, write, http, secretKey }: Omit<PasswordCheck, 'count'> & { readonly db: Db },
  accountId: string,
  { field, password }: { field: string; password: string },
  work: (tx: Tx, me: AccountRow) => Promise<T>,
): Promise<T> {
  const me = await findAccountById(reads, accountId);
  if (!me) throw new ApiError('SESSION_EXPIRED');
  const from: Scope = { ...anonymous, sourceAddress: http.networkAddress };
  const count: PasswordCheck['write'] = (failure) => db.write(from, failure);
  const credentials = { username: me.email_address, password };
  try {
    return await withPassword({ reads, write, http, secretKey, count }, credentials, (tx) =>
      work(tx, me),
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'WRONG_PASSWORD')) throw error;
    throw new ApiError('INVALID_REQUEST', {
      fieldErrors: { [field]: 'This isn’t your password' },
      headers: error.headers,
      securityEvent: 'reauthentication.failed',
    });
  }
}
