/**
 * Credit checks of two applicants of the demo: one with reports, and one whose information is not sufficient for a
 * report.
 */
import type { Account, Loan, TestData } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

async function applicantOf(client: pg.Client, loan: Loan) {
  const { rows } = await client.query<{ id: string; accountId: string }>(
    `select e.id, e.account_id as "accountId" from cairn.loan_entity le
     join cairn.entity e on e.company_id = le.company_id and e.id = le.entity_id
     where le.loan_id = $1 and e.kind = 'INDIVIDUAL' and e.account_id is not null limit 1`,
    [loan.id],
  );
  return rows[0]!;
}

const FLAGS = ['OFAC list', 'Global sanctions', 'World-Check', 'Criminal record'];

export async function checkCredit(
  given: TestData,
  client: pg.Client,
  loans: ReadonlyMap<string, Loan>,
  dana: Account,
): Promise<void> {
  const checked = loans.get('ALDE-2100')!;
  const avery = await applicantOf(client, checked);
  const account = { id: avery.accountId } as Account;
  await given.creditConsent(account, 8);
  await given.creditReport(checked, avery, {
    service: 'TRANSUNION',
    account,
    daysAgo: 8,
    content: {
      score: 742,
      scoreModel: '00V60',
      factors: ['09', '07', '85'],
      summary: {
        trades: 3,
        balance: 231_480,
        pastDue: 0,
        monthlyPayment: 1890,
        publicRecords: 0,
        collections: 0,
        inquiries: 2,
      },
      trades: [
        {
          creditor: 'FIRST HARBOR MORTGAGE',
          kind: 'mortgage',
          opened: '2017-05-02',
          closed: null,
          balance: 214_900,
          limit: null,
          pastDue: 0,
        },
        {
          creditor: 'COASTLINE AUTO FINANCE',
          kind: 'installment',
          opened: '2022-09-14',
          closed: null,
          balance: 15_120,
          limit: null,
          pastDue: 0,
        },
        {
          creditor: 'HARBOR CARD SERVICES',
          kind: 'revolving',
          opened: '2014-07-31',
          closed: null,
          balance: 1460,
          limit: 12_000,
          pastDue: 0,
        },
      ],
    },
  });
  await given.creditReport(checked, avery, {
    service: 'CLEAR_INDIVIDUAL',
    account,
    by: dana,
    daysAgo: 7,
    content: {
      score: null,
      flags: [
        ...FLAGS.map((name) => ({ name, raised: false })),
        { name: 'Bankruptcy', raised: true },
      ],
    },
  });
  const declined = await applicantOf(client, loans.get('CEDA-2102')!);
  await given.creditConsent({ id: declined.accountId } as Account, 40);
  await client.query(
    `update cairn.entity_information set fields = fields - 'postalCode' where entity_id = $1`,
    [declined.id],
  );
}
