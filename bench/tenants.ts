/**
 * Creates lenders, people, loans and requests with a few statements that each fill a whole table: the same code loads a
 * thousand loans or a million. Loans of all lenders are interleaved, as in a database in use, so that a lender's rows
 * are not adjacent.
 */
import { randomBytes } from 'node:crypto';
import type { Actor } from '@cairn/server/platform/actor';
import { hashToken } from '@cairn/server/platform/crypto';
import type { Scope } from '@cairn/server/platform/db/db';
import pg from 'pg';

export interface Size {
  readonly tenants: number;
  /** Number of loans of the measured lender. */
  readonly loans: number;
  /** Number of loans of each other lender. */
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

/** Number of loans of the second lender, with which the first is compared. */
export const SMALL = 1000;

const EMPLOYEES = 4;
/** Number of requests per loan. */
const REQUESTS = 3;
/** Number of pins per employee; five of these loans are in origination. */
const PINS = 8;

/** Number of loans of a rare type, the same for lenders of any size; half are in origination. */
const RARE = 60;

const TENANTS = `create temp table tenant as
  select number, uuidv7() as id, case number when 1 then $2::int when 2 then ${SMALL} else $3::int end as loans
  from generate_series(1, $1::int) number`;

const PEOPLE = `create temp table human as
  select t.id as company_id, n.number, uuidv7() as id,
    'Given' || n.number as given_name, 'Family' || t.number as family_name,
    format('person%s@lender%s.example.com', n.number, t.number) as email_address
  from tenant t, generate_series(1, $1::int) as n (number)`;

/** Half of the loans are in origination, which is the list that users open most. */
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
  // Each loan has an underwriter and a borrower, and every other loan also a principal.
  `insert into loan_role (company_id, id, loan_id, account_id, role)
    select l.company_id, uuidv7(), l.id, h.id, r.role
    from lent l
    cross join lateral (values ('UNDERWRITER_LENDER', 1 + l.number % ${EMPLOYEES}, true),
      ('LEAD_BORROWER', ${EMPLOYEES + 1} + l.number % ($1::int - ${EMPLOYEES}), true),
      ('PRINCIPAL', ${EMPLOYEES + 1} + (l.number + 1) % ($1::int - ${EMPLOYEES}), l.number % 2 = 0)
    ) as r (role, person, wanted)
    join human h on h.company_id = l.company_id and h.number = r.person
    where r.wanted`,
  // Counting triggers are disabled, because each loan is inserted with its counts.
  'alter table element disable trigger user',
  `insert into element (company_id, id, loan_id, title, storage_type)
    select l.company_id, uuidv7(), l.id, 'Package', 'FOLDER' from lent l`,
  `insert into element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
    select l.company_id, uuidv7(), l.id, root.id, 'Document ' || n.number, 'FILE', n.number
    from lent l
    join element root on root.company_id = l.company_id and root.loan_id = l.id
    cross join generate_series(1, ${REQUESTS}) as n (number)`,
  'alter table element enable trigger user',
  // Every employee has pins, because with the pins of only one person the planner would see an unrealistic table.
  `insert into loan_pin (company_id, account_id, loan_id)
    select l.company_id, h.id, l.id
    from lent l join human h on h.company_id = l.company_id
    where l.number <= ${PINS} and h.number <= ${EMPLOYEES} order by l.id`,
];

/** `client` is connected as the owner. */
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
  // Last seen in the future, so that the session does not expire during a long run.
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
