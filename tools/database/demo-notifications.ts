/** Notifications in the bells of the demo: Dana's, for the lender, and Elena's, for the borrower. */
import type { Account, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import type { Colleague } from './demo-data.ts';

type Person = Colleague | 'elena';

interface Line {
  loan: string;
  to: Person;
  by: Person;
  kind: 'APPROVED' | 'REQUESTED' | 'STATUS_CHANGED' | 'UPLOADED';
  hoursAgo: number;
  read?: boolean;
  /** The number of requests of the loan, and a condition that selects them. */
  requests?: readonly [count: number, where: string];
  status?: string;
}

const TOPICS = {
  APPROVED: 'REVIEWS',
  REQUESTED: 'REQUESTS',
  STATUS_CHANGED: 'STATUS',
  UPLOADED: 'UPLOADS',
} as const;

const OPEN = `not answered`;
const TO_REVIEW = `answered and approved_by is null`;
const APPROVED = `approved_by is not null`;

const LINES: readonly Line[] = [
  {
    loan: 'LKSP-2041',
    to: 'dana',
    by: 'elena',
    kind: 'UPLOADED',
    hoursAgo: 2,
    requests: [4, TO_REVIEW],
  },
  {
    loan: 'IRNW-1987',
    to: 'dana',
    by: 'priya',
    kind: 'STATUS_CHANGED',
    hoursAgo: 5,
    status: 'CLOSING',
  },
  {
    loan: 'CPCR-2016',
    to: 'dana',
    by: 'marcus',
    kind: 'STATUS_CHANGED',
    hoursAgo: 27,
    read: true,
    status: 'UNDERWRITING',
  },
  {
    loan: 'LKSP-2041',
    to: 'elena',
    by: 'dana',
    kind: 'REQUESTED',
    hoursAgo: 6,
    requests: [3, OPEN],
  },
  {
    loan: 'LKSP-2041',
    to: 'elena',
    by: 'marcus',
    kind: 'APPROVED',
    hoursAgo: 26,
    read: true,
    requests: [2, APPROVED],
  },
];

export async function fillBells(
  client: pg.Client,
  loans: ReadonlyMap<string, Loan>,
  people: Record<Person, Account>,
): Promise<void> {
  // Inserted oldest first, because the bell is in the order of the rows.
  const lines = LINES.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const { loan: code, to, by, kind, hoursAgo, read, requests, status } of lines) {
    const loan = loans.get(code)!;
    const [count, where] = requests ?? [1, 'parent_id is null'];
    await client.query(
      `insert into cairn.notification (company_id, account_id, level, event_id, kind, topic, loan_id, element_id,
         actor_id, detail, bell, email, sms, created_at, read_at)
       select company_id, $2, $3, gen_random_uuid(), $4, $5, loan_id, case when $6 then id end, $7, $8, true, false,
         false, now() - make_interval(hours => $9), case when $10 then now() end
       from cairn.element
       where loan_id = $1 and ${where} and (not $6 or (storage_type = 'FILE' and not kept and not private))
       order by due_date nulls last, id limit ${count}`,
      [
        loan.id,
        people[to].id,
        to === 'elena' ? 'BORROWER' : 'LENDER',
        kind,
        TOPICS[kind],
        requests !== undefined,
        people[by].id,
        JSON.stringify(status ? { status } : {}),
        hoursAgo,
        read ?? false,
      ],
    );
  }
}
