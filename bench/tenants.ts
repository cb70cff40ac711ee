/**
 * Lenders, people, loans and requests, by a few statements that make a whole table each: the same
 * code loads a thousand loans or a million. Loans of all lenders are written mixed, as time would
 * have written them, so that a lender's rows do not lie side by side.
 */
import { randomBytes } from 'node:crypto';
import type { Actor } from '@cairn/server/platform/actor';
import { hashToken } from '@cairn/server/platform/crypto';
import type { Scope } from '@cairn/server/platform/db/db';
import pg from 'pg';

export interface Size {
  readonly tenants: number;
  /** Of the lender that is measured. */
  readonly loans: number;
  /** Of each of the others. */
  readonly otherLoans: number;
  /** People in each lender's directory; the first four are its employees. */
  readonly people: number;
}

/** An employee of a lender, logged in. */
export interface Measured {
  readonly companyId: string;
  readonly actor: Actor;
  readonly token: string;
  readonly scope: Scope;
  readonly loanIds: readonly string[];
}

/** Of the second lender, against which the size of the first is measured. */
export const SMALL = 1000;

const EMPLOYEES = 4;
/** Documents asked for on each loan. */
const REQUESTS = 3;
/** Five of these are in origination. */
const PINS = 8;

/** Loans of a kind that a lender has hardly any of, however large it is; half are in origination. */
const RARE = 60;

const TENANTS = `create temp table tenant as
  select number, uuidv7() as id, case number when 1 then $2::int when 2 then ${SMALL} else $3::int end as loans
  from generate_series(1, $1::int) number`;

const PEOPLE = `create temp table human as
  select t.id as company_id, n.number, uuidv7() as id,
    'Given' || n.number as given_name, 'Family' || t.number as family_name,
    format('person%s@lender%s.example.com', n.number, t.number) as email_address
  from tenant t, generate_series(1, $1::int) as n (number)`;

/** Half of the loans are in origination, which is the list that people look at. */
const PHASES = `create temp table step as
  select t.id as company_id, uuidv7() as id, s.number, s.name, s.category
  from tenant t, (values (0, 'Inquiry', 'LEAD'), (1, 'Application', 'ORIGINATION'),
    (2, 'Underwriting', 'ORIGINATION'), (3, 'Closing', 'ORIGINATION'),
    (4, 'Servicing', 'PORTFOLIO'), (5, 'Paid off', 'ARCHIVE')) as s (number, name, category)`;

const LOANS = `create temp table lent as
  select t.id as company_id, uuidv7() as id, n.number,
    (random() * 730)::int as days, (random() * 5e6)::numeric(14, 2) as amount
  from tenant t, generate_series(1, t.loans) as n (number) order by random()`;

const FILL: readonly string[] = [
  `insert into company (id, name) select id, 'Lender ' || number from tenant`,
  `insert into account (id, email_address, given_name, family_name)
    select id, email_address, given_name, family_name from human`,
  `insert into person (company_id, account_id, given_name, family_name, email_address)
    select company_id, id, given_name, family_name, email_address from human`,
  `insert into employee (company_id, account_id, level)
    select company_id, id, case number when 1 then 'OWNER' else 'EMPLOYEE' end
    from human where number <= ${EMPLOYEES}`,
  `insert into phase (company_id, id, name, category, display_order)
    select company_id, id, name, category,
      row_number() over (partition by company_id, category order by number)
    from step`,
  `insert into loan (company_id, id, short_code, name, loan_type, loan_purpose, amount, phase_id,
      phase_category, close_date, modified_at, files)
    select l.company_id, l.id, 'L-' || l.number, 'Harbor Street Bakery ' || l.number,
      case when l.number <= ${RARE} then 'CONSTRUCTION'
        else (array['SBA_7A', 'SBA_504', 'CONVENTIONAL_CRE'])[1 + l.number % 3] end,
      'Equipment and build-out', l.amount, s.id, s.category,
      case when l.number % 10 > 0 then current_date + l.days end,
      now() - make_interval(days => (l.number * 7) % 730), ${REQUESTS}
    from lent l join step s on s.company_id = l.company_id and s.number = l.number % 6`,
  // An underwriter and a borrower each, and every other loan a principal: two or three roles.
  `insert into loan_role (company_id, id, loan_id, account_id, role)
    select l.company_id, uuidv7(), l.id, h.id, r.role
    from lent l
    cross join lateral (values ('UNDERWRITER_LENDER', 1 + l.number % ${EMPLOYEES}, true),
      ('LEAD_BORROWER', ${EMPLOYEES + 1} + l.number % ($1::int - ${EMPLOYEES}), true),
      ('PRINCIPAL', ${EMPLOYEES + 1} + (l.number + 1) % ($1::int - ${EMPLOYEES}), l.number % 2 = 0)
    ) as r (role, person, wanted)
    join human h on h.company_id = l.company_id and h.number = r.person
    where r.wanted`,
  // A million loans are not counted one by one: each has its count already.
  'alter table element disable trigger user',
  `insert into element (company_id, id, loan_id, title, storage_type)
    select l.company_id, uuidv7(), l.id, 'Package', 'FOLDER' from lent l`,
  `insert into element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
    select l.company_id, uuidv7(), l.id, root.id, 'Document ' || n.number, 'FILE', n.number
    from lent l
    join element root on root.company_id = l.company_id and root.loan_id = l.id
    cross join generate_series(1, ${REQUESTS}) as n (number)`,
  'alter table element enable trigger user',
  // Every employee keeps a few: for planning, a table of one person's pins would be a toy.
  `insert into loan_pin (company_id, account_id, loan_id)
    select l.company_id, h.id, l.id
    from lent l join human h on h.company_id = l.company_id
    where l.number <= ${PINS} and h.number <= ${EMPLOYEES} order by l.id`,
];

/** `client` is the owner's. */
export async function loadTenants(
  client: pg.Client,
  size: Size,
): Promise<{ measured: Measured; small: Measured }> {
  await client.query('set search_path = cairn');
  await client.query('select setseed(0.5)');
  await client.query(TENANTS, [size.tenants, size.loans, size.otherLoans]);
  await client.query(PEOPLE, [size.people]);
  await client.query(PHASES);
  await client.query(LOANS);
  await client.query('analyze tenant, human, step, lent');
  for (const each of FILL) await client.query(each, each.includes('$1') ? [size.people] : []);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  return { measured: await logIn(client, 1), small: await logIn(client, 2) };
}

async function logIn(client: pg.Client, lender: number): Promise<Measured> {
  const { rows: people } = await client.query<{ company_id: string; id: string }>(
    `select h.company_id, h.id from human h join tenant t on t.id = h.company_id
     where t.number = $1 and h.number = 2`,
    [lender],
  );
  const { company_id: companyId, id: accountId } = people[0]!;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  // Seen in the future: a long run must not end in a session that has gone stale.
  const { rows: sessions } = await client.query<{ stamp: string }>(
    `insert into session
       (token_hash, account_id, company_id, role_level, stamp, last_seen_at, ends_at)
     values ($1, $2, $3, 'LENDER', uuidv7(), now() + interval '1 day', now() + interval '1 day')
     returning stamp`,
    [tokenHash, accountId, companyId],
  );
  const { rows: loans } = await client.query<{ id: string }>(
    'select id from lent where company_id = $1 order by number',
    [companyId],
  );
  return {
    companyId,
    actor: { accountId, companyId, roleLevel: 'LENDER' },
    token,
    scope: { kind: 'session', tokenHash, stamp: sessions[0]!.stamp },
    loanIds: loans.map((loan) => loan.id),
  };
}
