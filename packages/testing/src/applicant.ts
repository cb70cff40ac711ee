/** A lender that accepts applications, and an applicant, step by step through the API calls. */
import type { LoanApplication } from '@cairn/contract';
import type { Account, Company } from './factories/test-data.ts';
import { newTemplate, type TemplateItem } from './factories/templates.ts';
import { block } from './lender.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Two requests of the application, one of them about the business, and one that is hidden outside the company. */
const APPLY_NEEDS: readonly TemplateItem[] = [
  block('COMPANY', '{{businessName}}', [
    {
      title: 'Business tax return',
      modifiers: ['APPLY_NOW'],
      locations: ['PACKAGE', 'APPLICATION'],
    },
    { title: 'Lease' },
  ]),
  block('LOAN', 'Project', [
    { title: 'Business plan', modifiers: ['APPLY_NOW'] },
    { title: 'CANARY credit memo', modifiers: ['APPLY_NOW', 'LENDER_ONLY'] },
    { title: 'Appraisal' },
  ]),
];

/** All required information about a person. */
export const OWN = {
  phone: '541-555-0144',
  ssn: '521-44-8817',
  birthDate: '1979-05-02',
  citizenship: 'US_CITIZEN',
  street: '12 Alder St',
  city: 'Bend',
  state: 'OR',
  postalCode: '97701',
};

export interface Applicant {
  account: Account;
  as: { token: string };
}

export async function startApplying() {
  const server: TestServer = await startTestServer();
  const { given } = server;
  const company = await given.company({ name: 'Northgate Bank' });
  await given.phase(company, { name: 'Underwriting', category: 'ORIGINATION' });
  const lead = await given.phase(company, { name: 'New leads', category: 'LEAD' });
  const owner = await given.employee(company, { level: 'OWNER' });
  const as = { token: await given.session(owner, { roleLevel: 'LENDER', company }) };
  const template = await newTemplate({ server, token: as.token }, APPLY_NEEDS, {
    name: 'Small business loan',
  });
  const applicant = async (over: Partial<Account> = {}): Promise<Applicant> => {
    const account = await given.account(over);
    return { account, as: { token: await given.session(account, { roleLevel: 'BORROWER' }) } };
  };
  return {
    server,
    company,
    lead,
    owner,
    as,
    template,
    applicant,
    ...applyingSteps(server, company),
  };
}
export type Applying = Awaited<ReturnType<typeof startApplying>>;

function applyingSteps(server: TestServer, company: Company) {
  const apply = (templateId: string, who: { token: string }, over: object = {}) =>
    server.call(
      'createApplication',
      {
        params: { lenderId: company.id },
        body: {
          templateId,
          amount: 250_000,
          loanPurpose: 'New ovens',
          entity: {
            type: 'COMPANY' as const,
            information: { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' },
          },
          ...over,
        },
      },
      who,
    );
  const get = (id: string, who: { token: string }) =>
    server.call('getApplication', { params: { id } }, who);
  const step =
    (name: 'submitOwnInfo' | 'submitApplication' | 'startReview' | 'withdrawApplication') =>
    (loanId: string, who: { token: string }) =>
      server.call(name, { params: { loanId } }, who);
  const finish = (loanId: string, who: { token: string }, body: object) =>
    server.send('finishReview', { params: { loanId }, body }, who);
  const fillIn = (loanId: string, who: { token: string }, information: object = OWN) =>
    server.send(
      'addApplicationIndividual',
      { body: { loanId, information, labels: [], self: true } },
      who,
    );
  /** Declares the applicant an owner of the business, the only one unless `share` is given. */
  const sayOwners = async (loanId: string, who: { token: string }, share = 100) => {
    const { body } = await server.call('listLoanEntities', { params: { id: loanId } }, who);
    const find = (kind: string) => body.loanEntities.find((entity) => entity.kind === kind);
    const [business, own] = [find('COMPANY'), find('INDIVIDUAL')];
    if (!business || !own) throw new Error('no business, or no owner');
    const owners = [{ ownerId: own.entityId, share, asOf: null }];
    const version = business.ownersVersion;
    return server.call(
      'setOwners',
      { params: { id: business.entityId }, body: { version, owners } },
      who,
    );
  };
  const [submitOwnInfo, submit, startReview, withdraw] = [
    step('submitOwnInfo'),
    step('submitApplication'),
    step('startReview'),
    step('withdrawApplication'),
  ];
  return {
    apply,
    get,
    finish,
    fillIn,
    submitOwnInfo,
    submit,
    startReview,
    withdraw,
    sayOwners,
    /** An application that is complete, as far as the applicant can complete it alone. */
    filledIn: async (
      templateId: string,
      who: { token: string },
      over: object = {},
    ): Promise<LoanApplication> => {
      const { body, status, text } = await apply(templateId, who, over);
      if (status !== 200) throw new Error(text);
      await fillIn(body.id, who);
      if (body.lacking.some(({ text: lacks }) => lacks.startsWith('Enter who owns'))) {
        await sayOwners(body.id, who);
      }
      const submitted = await submitOwnInfo(body.id, who);
      if (submitted.status !== 200) throw new Error(submitted.text);
      return submitted.body;
    },
  };
}
