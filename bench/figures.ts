/**
 * node bench/figures.ts [loans] [rounds]: measures the charts and the calendar through the whole server, for one
 * company with 200,000 loans, the phase changes and documents of three years, and two dated requests on each loan.
 */
import { makeTemplate, startTestServer, type Company, type TestServer } from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';
import { median } from './statistics.ts';

const LOANS = Number(process.argv[2] ?? 200_000);
const ROUNDS = Number(process.argv[3] ?? 10);
const PHASES = 6;

const YEARS = `interval '3 years'`;
const TYPE = `(array['SBA_7A', 'SBA_504', 'CONVENTIONAL_CRE', 'EQUIPMENT'])[1 + n % 4]`;

/** A fifth of the loans are active and the rest are closed; rows are inserted without triggers. */
const FILL: readonly string[] = [
  `insert into cairn.loan (company_id, id, short_code, name, loan_type, amount, phase_id, phase_category,
      close_date, created_at)
    select $1, uuidv7(), 'L-' || n, 'Harbor Street Bakery ' || n, ${TYPE}, 1000 * (n % 3000), p.id, p.category,
      current_date + 60 - n % 1095, now() - ${YEARS} * (n::float8 / $2)
    from generate_series(1, $2::int) n
    join (select id, category, row_number() over (partition by category order by display_order) as place
      from cairn.phase where company_id = $1) p
      on (n % 5 > 0 and p.category = 'PORTFOLIO')
        or (n % 5 = 0 and p.category = 'ORIGINATION' and p.place = 1 + (n / 5) % ${PHASES})`,
  `insert into cairn.phase_stay (company_id, phase_id, loan_type, entered_at, left_at)
    select $1, p.id, ${TYPE}, left_at - make_interval(hours => (n * 7) % 900), left_at
    from generate_series(1, $2::int) n
    cross join cairn.phase p
    cross join lateral (select now() - ${YEARS} * (n::float8 / $2) as left_at) l
    where p.company_id = $1 and p.category = 'ORIGINATION'`,
  `insert into cairn.document_turn
      (company_id, kind, at, element_id, loan_type, phase_id, since, first_time, code)
    select $1, kind, at, md5(n::text)::uuid, ${TYPE}, p.id,
      case when kind <> 'SENT_BACK' then at - make_interval(hours => (n * 7) % 200) end,
      case when kind = 'ACCEPTED' then n % 5 > 0 end,
      case when kind = 'SENT_BACK' then (array['INCOMPLETE', 'NOT_SIGNED', 'UNREADABLE'])[1 + n % 3] end
    from generate_series(1, 10 * $2::int) n
    cross join (values ('UPLOADED'), ('ACCEPTED'), ('SENT_BACK')) as k (kind)
    cross join lateral (select now() - ${YEARS} * (n::float8 / (10 * $2)) as at) a
    join cairn.phase p on p.company_id = $1 and p.category = 'ORIGINATION' and p.display_order = 2
    where kind <> 'SENT_BACK' or n % 5 = 0`,
  `insert into cairn.element (company_id, id, loan_id, title, storage_type)
    select company_id, uuidv7(), id, 'Package', 'FOLDER' from cairn.loan where company_id = $1 and $2 > 0`,
  // Closed loans have everything answered and approved.
  `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, due_date,
      question_type, answer_value, answered_at)
    select l.company_id, uuidv7(), l.id, r.id, 'Document ' || n, 'FILE', l.close_date - 10 * n,
      'TEXT', case when l.phase_category = 'PORTFOLIO' then '"yes"'::jsonb end, now()
    from cairn.loan l
    join cairn.element r on r.company_id = l.company_id and r.loan_id = l.id
    cross join generate_series(1, 2) n
    where l.company_id = $1 and $2 > 0`,
];

async function fill({ owner, given }: TestServer): Promise<{ company: Company; token: string }> {
  const company = await given.company();
  for (let number = 1; number <= PHASES; number += 1) {
    await given.phase(company, { name: `Phase ${number}` });
  }
  await given.phase(company, { name: 'Funded', category: 'PORTFOLIO' });
  // The triggers maintain totals that this benchmark does not read, and would take most of the time.
  await owner.query('alter table cairn.element disable trigger user');
  for (const each of FILL) await owner.query(each, [company.id, LOANS]);
  await owner.query('alter table cairn.element enable trigger user');
  await owner.query('vacuum (analyze)');
  const { token } = await given.colleague(company);
  return { company, token };
}

async function measureMicroseconds(work: () => Promise<{ status: number }>): Promise<number> {
  const start = performance.now();
  const { status } = await work();
  if (status !== 200) throw new Error(`answered ${status}`);
  return performance.now() - start;
}

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ logLevel: 'silent' });
try {
  const { company, token } = await fill(server);
  const { rows } = await server.owner.query<{ id: string }>(
    `select id from cairn.phase where company_id = $1 and display_order = 2`,
    [company.id],
  );
  const charts = (query: Record<string, string[]>) => () =>
    server.call('getCharts', { query }, { token });
  const calendar = (from: string, to: string) => () =>
    server.call('getCalendar', { query: { from, to } }, { token });
  const calls: Record<string, () => Promise<{ status: number }>> = {
    charts: charts({}),
    'charts of one type': charts({ loanType: ['SBA_504'] }),
    'charts of one stage': charts({ phaseId: [rows[0]!.id] }),
    'a month of the calendar': calendar(day(-20), day(21)),
    'a month a year ago': calendar(day(-400), day(-359)),
    'a day of the calendar': calendar(day(3), day(3)),
  };
  console.log(`${LOANS.toLocaleString('en-US')} loans of one company, ${ROUNDS} rounds`);
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const ms = await measureMicroseconds(call);
      if (round >= 0) times.push(ms);
    }
    console.log(`${name.padEnd(26)} ${median(times).toFixed(0).padStart(6)} ms`);
  }
} finally {
  await server.stop();
}
