/** A demo loan that is created from a template: the product's rules create its requests. */
import { needsListActivities } from '@cairn/server/modules/needs-list/index';
import { AuditKeys } from '@cairn/server/platform/audit/entry';
import type { Config } from '@cairn/server/platform/config';
import { Db } from '@cairn/server/platform/db/db';
import type { Loan, Template } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import type { DemoLoan } from './demo-data.ts';

/** The loan is a day old, and some of the template's suggestions are still open. */
export const FROM_TEMPLATE: DemoLoan = {
  name: 'Hollis & Vine Market LLC',
  code: 'HLVN-2089',
  type: 'SBA_7A',
  purpose: 'Business acquisition',
  amount: 1_280_000,
  phase: 'Application',
  closesIn: 47,
  inPhase: 1,
  color: '#7BB661',
  team: ['dana', 'grace'],
  answered: 0,
  approved: 0,
};

export async function nameTemplate(
  client: pg.Client,
  loan: Loan,
  template: Template,
): Promise<void> {
  await client.query('update cairn.loan set template_id = $1, template_version = 1 where id = $2', [
    template.id,
    loan.id,
  ]);
}

/** Runs after the other demo data is committed, because the product uses its own database connections. */
export async function createRequestsFromTemplate(
  { database, secretKeys }: Pick<Config, 'database' | 'secretKeys'>,
  loan: Loan,
): Promise<void> {
  const db = new Db({ url: database.app, poolSize: 1, auditKeys: new AuditKeys(secretKeys) });
  await needsListActivities({ db }).askByRules({ companyId: loan.companyId, loanId: loan.id });
  await db.close();
}
