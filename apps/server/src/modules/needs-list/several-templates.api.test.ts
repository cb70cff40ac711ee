import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block, newTemplate, publishTemplate, startLender, type Lender } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationsFolder, violations } from '../../platform/db/migrate.ts';
import { needsListActivities } from './index.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(async () => {
  const { connectionString } = lender.server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await lender.server.stop();
});

const runRules = (loanId: string) =>
  needsListActivities({ db: lender.server.db }).askByRules({
    companyId: lender.company.id,
    loanId,
  });

const GUARANTORS = [
  block('INDIVIDUAL', '{{individualName}}', [
    { title: 'Driving license' },
    {
      title: 'Will of {{individualName}}',
      condition: 'entity.label == GUARANTOR',
      required: false,
    },
    // The loan's own template suggests the same.
    {
      title: 'Guaranty of {{individualName}}',
      condition: 'entity.label == GUARANTOR',
      required: false,
    },
  ]),
  block('TRUST', '{{trustName}}', [{ title: 'Trust agreement' }]),
  block('LOAN', 'Closing', [{ title: 'Environmental report', condition: 'loan.amount > 500000' }]),
];

const applyTo = (loanId: string, templateId: string) =>
  lender.server.call('applyTemplate', { body: { loanId, templateId } }, lender.as);
const addPerson = async (loanId: string, givenName: string) => {
  const information = { givenName, familyName: 'Marsh' };
  const body = { loanId, type: 'INDIVIDUAL', label: 'GUARANTOR', entity: { information } } as const;
  return (await lender.server.call('createEntity', { body }, lender.as)).body;
};
const open = async (loanId: string) =>
  (await lender.server.call('listSuggestions', { params: { id: loanId } }, lender.as)).body;
const decide = (loanId: string, body: object) =>
  lender.server.call('decideSuggestions', { params: { id: loanId }, body }, lender.as);
const key = ({
  templateElementId,
  entityId,
  repeat,
}: Awaited<ReturnType<typeof open>>['suggested'][number]) => ({
  templateElementId,
  entityId,
  repeat,
});

test('a request is in the SBA tab that its template names, and in none where that is no tab', async () => {
  const { loanId } = await lender.newLoan();
  const { id } = await newTemplate(lender.making, [
    block('LOAN', 'Purchase', [
      { title: 'Purchase demand', sbaTab: '1' },
      { title: 'Fee disclosure', sbaTab: '10' },
      { title: 'Appendix', sbaTab: '11' },
    ]),
  ]);
  expect((await applyTo(loanId, id)).status).toBe(200);
  const tabs = new Map(
    (await lender.packageOf(loanId)).map(({ title, sbaTab }) => [title, sbaTab]),
  );
  const titles = ['Purchase demand', 'Fee disclosure', 'Appendix', 'Purchase'];
  expect(titles.map((title) => tabs.get(title))).toEqual([1, 10, null, null]);
});

test('a request from before the tabs is in the first one that the templates which asked for it name', async () => {
  const { owner } = lender.server;
  const { loanId } = await lender.newLoan();
  const { id } = await newTemplate(lender.making, [
    block('LOAN', 'Purchase', [
      { title: 'Purchase demand', sbaTab: '1' },
      { title: 'Fee disclosure', sbaTab: '10' },
      { title: 'Appendix', sbaTab: '11' },
    ]),
  ]);
  await applyTo(loanId, id);
  const other = await newTemplate(lender.making, [
    block('LOAN', 'Purchase', [{ title: 'Asked as well', sbaTab: '2' }]),
  ]);
  const askAlso = (title: string, after: string) =>
    owner.query(
      `insert into cairn.asked_for (company_id, loan_id, template_element_id, repeat, template_id,
         template_version, element_id, created_at)
       select a.company_id, a.loan_id, t.id, e.title, t.template_id, t.version, e.id, a.created_at + $4::interval
       from cairn.asked_for a join cairn.element e on e.id = a.element_id, cairn.template_element t
       where a.loan_id = $1 and e.title = $2 and t.template_id = $3 and t.title = 'Asked as well'
       order by t.version desc limit 1`,
      [loanId, title, other.id, after],
    );
  await askAlso('Purchase demand', '1 day');
  await askAlso('Fee disclosure', '-1 day');
  await askAlso('Appendix', '1 day');
  await owner.query('update cairn.element set sba_tab = null where loan_id = $1', [loanId]);
  const migration = join(migrationsFolder, '0135-sba-tabs-of-requests', 'up.sql');
  await owner.query(await readFile(migration, 'utf8'));
  const tabs = new Map(
    (await lender.packageOf(loanId)).map(({ title, sbaTab }) => [title, sbaTab]),
  );
  const titles = ['Purchase demand', 'Fee disclosure', 'Appendix', 'Purchase'];
  expect(titles.map((title) => tabs.get(title))).toEqual([1, 2, 2, null]);
});

describe('a second template', () => {
  test('keeps asking: for who comes later and for what comes to hold', async () => {
    const { loanId } = await lender.newLoan();
    const second = await newTemplate(lender.making, GUARANTORS, { name: 'Guarantors' });
    expect((await applyTo(loanId, second.id)).status).toBe(200);
    const { folderId } = await addPerson(loanId, 'Jonas');
    const trust = { trustName: 'Marsh Family Trust' };
    await lender.server.call(
      'createEntity',
      { body: { loanId, type: 'TRUST', entity: { information: trust } } },
      lender.as,
    );
    const { name, loanType, loanPurpose, color, closeDate, lastModifiedDate } =
      await lender.loanOf(loanId);
    await lender.server.call(
      'updateLoan',
      {
        params: { id: loanId },
        body: { name, loanType, loanPurpose, color, closeDate, lastModifiedDate, amount: 750_000 },
      },
      lender.as,
    );
    await runRules(loanId);
    await runRules(loanId);
    const titles = await lender.titlesOf(loanId);
    // Requests of both templates, each once.
    for (const title of [
      'Driving license',
      'Trust agreement',
      'Environmental report',
      'Appraisal',
    ]) {
      expect(
        titles.filter((each) => each === title),
        title,
      ).toHaveLength(1);
    }
    const elements = await lender.packageOf(loanId);
    expect(elements.find(({ title }) => title === 'Driving license')).toMatchObject({
      parentId: folderId,
    });
    expect(elements.filter(({ title }) => title === 'Closing')).toHaveLength(1);
  });

  test('suggests beside the first, and what both suggest is suggested once and dismissed for both', async () => {
    const { loanId } = await lender.newLoan();
    const second = await newTemplate(lender.making, GUARANTORS, { name: 'Guarantors' });
    await applyTo(loanId, second.id);
    await addPerson(loanId, 'Jonas');
    await runRules(loanId);
    const { suggested } = await open(loanId);
    expect(suggested.map(({ title }) => title)).toEqual([
      'Guaranty of Jonas Marsh',
      'Will of Jonas Marsh',
    ]);
    expect(suggested[1]).toMatchObject({ templateName: 'Guarantors' });
    expect(suggested[0]!.templateName).not.toBe('Guarantors');
    const [guaranty, will] = suggested.map(key);
    expect((await decide(loanId, { add: [will], dismiss: [guaranty] })).body).toEqual({
      added: 1,
      dismissed: 1,
    });
    expect((await open(loanId)).suggested).toEqual([]);
    const titles = await lender.titlesOf(loanId);
    expect(titles).toContain('Will of Jonas Marsh');
    expect(titles).not.toContain('Guaranty of Jonas Marsh');
    expect((await decide(loanId, { add: [will] })).status).toBe(404);

    await addPerson(loanId, 'Elena');
    await runRules(loanId);
    const later = await open(loanId);
    await decide(loanId, { add: later.suggested.map(key) });
    expect((await open(loanId)).suggested).toEqual([]);
    const guaranties = await lender.titlesOf(loanId);
    expect(guaranties.filter((each) => each === 'Guaranty of Elena Marsh')).toHaveLength(1);
  });

  test('added again brings its newest version; made the loan’s own, it is no longer one beside it', async () => {
    const { loanId } = await lender.newLoan();
    const second = await newTemplate(lender.making, GUARANTORS, { name: 'Guarantors' });
    await applyTo(loanId, second.id);
    await lender.server.call(
      'createTemplateElements',
      {
        body: {
          templateId: second.id,
          elements: [
            {
              storageType: 'FILE',
              title: 'Passport',
              parentId: second.elements.get('{{individualName}}')!,
            },
          ],
        },
      },
      lender.as,
    );
    await publishTemplate(lender.making, second.id);
    await addPerson(loanId, 'Jonas');
    await runRules(loanId);
    // The loan uses the version that was added.
    expect(await lender.titlesOf(loanId)).not.toContain('Passport');
    await applyTo(loanId, second.id);
    expect(await lender.titlesOf(loanId)).toContain('Passport');

    const body = { loanId, templateId: second.id };
    await lender.server.call('applyNewTemplateToExistingLoan', { body }, lender.as);
    await addPerson(loanId, 'Elena');
    await runRules(loanId);
    expect((await lender.titlesOf(loanId)).filter((each) => each === 'Passport')).toHaveLength(2);
  });

  test('is in use: it is not deleted for good, though it has asked for nothing yet', async () => {
    const { loanId } = await lender.newLoan();
    const second = await newTemplate(lender.making, [
      block('TRUST', '{{trustName}}', [{ title: 'Trust agreement' }]),
    ]);
    await applyTo(loanId, second.id);
    const remove = (permanently: boolean) =>
      lender.server.call(
        'deleteTemplates',
        { body: { ids: [second.id], permanently }, query: {} },
        lender.as,
      );
    await remove(false);
    expect((await remove(true)).body).toMatchObject({ code: 'TEMPLATE_IN_USE' });
  });
});
