/** A lender with a template that contains every kind of element, and loans created from it. */
import { newTemplate, type TemplateItem } from './factories/templates.ts';
import { startTestServer, type TestServer } from './server.ts';

export const block = (
  blockType: string,
  title: string,
  inside: readonly TemplateItem[],
): TemplateItem => ({ blockType, title, inside });

export const NEEDS: readonly TemplateItem[] = [
  block('COMPANY', '{{businessName}}', [
    { title: '{{year}} tax return', repeatPer: 'YEAR', repeatCount: 2, dueDays: 14 },
    { title: 'Operating agreement', condition: 'entity.kind == LLC' },
    { title: 'Bylaws', condition: 'entity.kind == CORPORATION' },
    { title: 'Franchise agreement', condition: 'loan.isFranchise == true' },
  ]),
  block('INDIVIDUAL', '{{individualName}}', [
    { title: 'Personal financial statement', condition: 'entity.ownership >= 20' },
    {
      title: 'Guaranty of {{individualName}}',
      condition: 'entity.label == GUARANTOR',
      required: false,
    },
  ]),
  block('LOAN', 'Closing', [
    { title: 'Appraisal', condition: 'loan.amount > 500000' },
    { title: 'CANARY memo', hidden: true },
    { title: 'How many jobs?', answerType: 'NUMBER' },
  ]),
];

export const BORROWER = {
  type: 'COMPANY' as const,
  information: { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' },
};

export async function startLender() {
  const server: TestServer = await startTestServer();
  const company = await server.given.company();
  await server.given.phase(company);
  const owner = await server.given.employee(company, { level: 'OWNER' });
  const token = await server.given.session(owner, { roleLevel: 'LENDER', company });
  const as = { token };
  const create = (body: object) => server.send('createFromTemplate', { body }, as);
  const packageOf = async (id: string) =>
    (await server.call('listElements', { params: { id } }, as)).body.elements;
  return {
    server,
    company,
    owner,
    as,
    making: { server, token },
    create,
    packageOf,
    loanOf: async (id: string) => (await server.call('getLoan', { params: { id } }, as)).body,
    titlesOf: async (id: string) =>
      (await packageOf(id))
        .filter(({ storageType }) => storageType === 'FILE')
        .map(({ title }) => title)
        .toSorted(),
    newLoan: async (over: object = {}) => {
      const template = await newTemplate({ server, token }, NEEDS);
      const { body, status } = await create({
        templateId: template.id,
        name: 'Larkspur Bakery',
        amount: 400_000,
        entity: BORROWER,
        ...over,
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { template, loanId: body.loanId!, body };
    },
  };
}
export type Lender = Awaited<ReturnType<typeof startLender>>;
