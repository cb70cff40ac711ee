/**
 * `cairn admin create`: creates the first administrator, or another one. There is no default password: the command
 * prints a one-time link, with which the reader chooses the password.
 */
import { CODE_MINUTES } from '@cairn/contract';
import { email } from '@cairn/contract/shapes';
import type pg from 'pg';
import { issueResetLink } from '../modules/auth/index.ts';
import { AuditKeys } from '../platform/audit/entry.ts';
import { newId, PLATFORM_COMPANY } from '../platform/ids.ts';
import { asOwner, recordCommand } from './owner-session.ts';

export interface AdminConfig {
  readonly url: string;
  readonly secretKey: string;
  readonly secretKeys: readonly string[];
  readonly publicUrl: URL;
}
export interface NewAdmin {
  readonly emailAddress: string;
  readonly givenName: string;
  readonly familyName: string;
}

interface Account {
  readonly id: string;
  readonly is_platform_admin: boolean;
  readonly closed_at: Date | null;
}

/** Returns the link. For an existing administrator it returns a new link, because the first one may have expired. */
export async function createAdmin(config: AdminConfig, admin: NewAdmin): Promise<string> {
  const { data: emailAddress } = email.safeParse(admin.emailAddress);
  if (emailAddress === undefined) throw new Error('--email is not an email address');
  return asOwner(config.url, async (client) => {
    const { rows } = await client.query<Account>(
      `select id, is_platform_admin, closed_at from account where lower(email_address) = lower($1) for update`,
      [emailAddress],
    );
    const account = rows[0];
    if (account && (!account.is_platform_admin || account.closed_at !== null)) {
      throw new Error(
        `${emailAddress} has an account that is not an administrator’s: use another address, so that one person’s work as lender or borrower stays apart`,
      );
    }
    const id = account?.id ?? (await insertAdmin(client, config, { ...admin, emailAddress }));
    // As with every reset email, the row expires before the link does; the link's lifetime counts from when it was
    // sent.
    const { path, row } = issueResetLink(config.secretKey, { accountId: id, emailAddress });
    await client.query(
      `insert into confirmation_code (id, address_hash, browser_hash, account_id, known_device, sealed, expires_at)
       values ($1, $2, $3, $4, false, $5, now() + make_interval(mins => ${CODE_MINUTES}))`,
      [row.id, row.address_hash, row.browser_hash, id, row.sealed],
    );
    return new URL(path, config.publicUrl).href;
  });
}

async function insertAdmin(
  client: pg.Client,
  { secretKeys }: AdminConfig,
  { emailAddress, givenName, familyName }: NewAdmin,
): Promise<string> {
  const id = newId();
  await client.query(
    `insert into account (id, email_address, given_name, family_name, is_platform_admin)
     values ($1, $2, $3, $4, true)`,
    [id, emailAddress, givenName, familyName],
  );
  await recordCommand(client, new AuditKeys(secretKeys), {
    kind: 'account.madeAdministrator',
    companyId: PLATFORM_COMPANY,
    accountId: id,
    detail: {},
  });
  return id;
}
