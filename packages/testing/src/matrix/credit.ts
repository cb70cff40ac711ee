/** People and businesses of the loan with and without credit reports, which contain the loan's canary. */
import { applicationAt } from './loan-applications.ts';
import type { Place, Target } from './target.ts';

export async function creditOn(place: Place): Promise<Partial<Target>> {
  const { server, company, loan, title, host } = place;
  const { given, owner } = server;
  const name = title.replace('HIDDEN', 'OWN');
  const consenting = async () => {
    const account = await given.account();
    await given.person(company, account);
    await given.creditConsent(account);
    return account;
  };
  const [first, second] = [await consenting(), await consenting()];
  const person = await given.entity(loan, { name, account: first });
  const checked = await given.entity(loan, { name, account: second });
  const business = await given.entity(loan, { name });
  const checkedBusiness = await given.entity(loan, { name });
  const flags = [{ name, raised: true }];
  const runId = await given.creditReport(loan, checked, {
    service: 'TRANSUNION',
    content: { score: 700, flags },
    account: second,
  });
  await given.creditReport(loan, checked, {
    service: 'CLEAR_INDIVIDUAL',
    content: { score: null, flags },
    account: second,
  });
  await given.creditReport(loan, checkedBusiness, {
    service: 'CLEAR_BUSINESS',
    content: { score: null, flags },
  });
  const declined = await applicationAt(place, 'REJECTED');
  await owner.query(
    `insert into cairn.adverse_action_notice (company_id, loan_id, entity_id, reasons, body, modified_by)
     values ($1, $2, $3, '{BANKRUPTCY}', $4, $5)`,
    [loan.companyId, loan.id, person.id, name, host.id],
  );
  return {
    credit: {
      personId: person.loanEntityId,
      businessId: business.loanEntityId,
      checkedPersonId: checked.loanEntityId,
      checkedBusinessId: checkedBusiness.loanEntityId,
      runId,
      declined,
      declinedEntityId: person.loanEntityId,
    },
  };
}
