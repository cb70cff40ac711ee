/** A loan of the demo that is made from a template: what is asked for on it comes by the product's own rules. */
import { askingActivities } from '@cairn/server/modules/applying/index';
import { Db } from '@cairn/server/platform/db/db';
import type { Loan, Template } from '@cairn/testing/given';
import type pg from 'pg';
import type { DemoLoan } from './demo-data.ts';

/** A day old: some of the template's rules suggest what nobody has decided on yet. */
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

/** Once the rest of the demo is there for everybody to see: the product has connections of its own. */
export async function askByItsTemplate(url: string, loan: Loan): Promise<void> {
  const db = new Db({ url, poolSize: 1 });
  await askingActivities({ db }).askByRules({ companyId: loan.companyId, loanId: loan.id });
  await db.close();
}
