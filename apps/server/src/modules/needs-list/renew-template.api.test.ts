import {
  block,
  newTemplate,
  publishTemplate,
  startLender,
  type Lender,
  type Loan,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(async () => {
  const { connectionString } = lender.server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await lender.server.stop();
});

describe('a new version', () => {
  const renew = (loanId: string, over: object = {}) =>
    lender.server.call('applyNewTemplateToExistingLoan', { body: { loanId, ...over } }, lender.as);

  test('adds, changes and takes back; what people changed or answered stays', async () => {
    const { template, loanId } = await lender.newLoan();
    const element = async (title: string) =>
      (await lender.packageOf(loanId)).find((each) => each.title === title)!;
    const agreement = await element('Operating agreement');
    const jobs = await element('How many jobs?');
    const memo = await element('CANARY memo');
    await lender.server.call(
      'updateElement',
      { body: { id: memo.id, loanId, title: 'Our memo' } },
      lender.as,
    );
    await lender.server.call(
      'answerElement',
      { body: { loanId, elementId: jobs.id, value: 12 } },
      lender.as,
    );
    const draft = (
      await lender.server.call('listTemplateElements', { params: { id: template.id } }, lender.as)
    ).body.elements;
    const row = (title: string) => draft.find((each) => each.title === title)!;
    const edit = (title: string, fields: object) => ({
      templateElementId: row(title).templateElementId,
      revision: row(title).revision,
      ...fields,
    });
    await lender.server.call(
      'updateTemplateElements',
      {
        body: {
          templateId: template.id,
          elements: [
            edit('Operating agreement', { title: 'LLC agreement', description: 'All pages' }),
            edit('CANARY memo', { title: 'Credit memo' }),
          ],
        },
      },
      lender.as,
    );
    await lender.server.call(
      'createTemplateElements',
      {
        body: {
          templateId: template.id,
          elements: [
            { storageType: 'FILE', title: 'Lease', blockType: 'LOAN' },
            {
              storageType: 'FILE',
              title: 'Bank statements',
              parentId: template.elements.get('{{businessName}}')!,
            },
          ],
        },
      },
      lender.as,
    );
    await lender.server.call(
      'deleteTemplateElements',
      {
        body: {
          templateId: template.id,
          elements: [edit('How many jobs?', {}), edit('{{year}} tax return', {})].map(
            ({ templateElementId, revision }) => ({ templateElementId, revision }),
          ),
        },
      },
      lender.as,
    );
    await publishTemplate(lender.making, template.id);

    const preview = (await renew(loanId, { dryRun: true })).body;
    expect(preview).toMatchObject({
      done: false,
      templateVersion: 2,
      totals: { added: 2, changed: 1, removed: 2, kept: 2 },
      changed: [
        {
          elementId: agreement.id,
          fields: [
            { field: 'title', from: 'Operating agreement', to: 'LLC agreement' },
            { field: 'description', from: '', to: 'All pages' },
          ],
        },
      ],
    });
    expect(preview.kept.map(({ title, why }) => `${title} ${why}`).toSorted()).toEqual([
      'How many jobs? ANSWERED',
      'Our memo CHANGED_BY_HAND',
    ]);
    expect(await lender.titlesOf(loanId)).not.toContain('Lease');

    expect((await renew(loanId, { fingerprint: 'another' })).body).toMatchObject({
      code: 'CONFLICT',
    });
    const { body: renewed } = await renew(loanId, { fingerprint: preview.fingerprint });
    expect(renewed).toMatchObject({ done: true, totals: preview.totals });
    expect(await lender.titlesOf(loanId)).toEqual([
      'Bank statements',
      'How many jobs?',
      'LLC agreement',
      'Lease',
      'Our memo',
    ]);
    expect((await renew(loanId, { dryRun: true })).body.totals).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
    });
  });

  test('makes a decision fail that was taken about the words before', async () => {
    const { server, owner, as } = lender;
    const { template, loanId } = await lender.newLoan();
    const title = 'Operating agreement';
    const { id } = (await lender.packageOf(loanId)).find((each) => each.title === title)!;
    const loan = { id: loanId, companyId: lender.company.id } as Loan;
    const file = await server.given.document(loan, owner);
    const answer = { loanId, elementId: id, documentId: file.id };
    expect((await server.call('answerElement', { body: answer }, as)).status).toBe(200);
    const change = (body: object) => server.call('updateFormElement', { params: { id }, body }, as);
    const { version } = (await change({ color: '#FAC014' })).body;
    const { elements } = (
      await server.call('listTemplateElements', { params: { id: template.id } }, as)
    ).body;
    const { templateElementId, revision } = elements.find((each) => each.title === title)!;
    const edits = [{ templateElementId, revision, description: 'Signed by all members' }];
    await server.call(
      'updateTemplateElements',
      { body: { templateId: template.id, elements: edits } },
      as,
    );
    await publishTemplate(lender.making, template.id);
    expect((await renew(loanId)).body.totals).toMatchObject({ changed: 1 });
    const late = await change({ approved: true, version });
    expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
  });

  test('of another template takes over what is asked for under the same title', async () => {
    const { loanId } = await lender.newLoan();
    const other = await newTemplate(lender.making, [
      block('COMPANY', '{{businessName}}', [{ title: 'operating agreement' }, { title: 'Lease' }]),
    ]);
    const { body } = await lender.server.call(
      'applyTemplate',
      { body: { loanId, templateId: other.id } },
      lender.as,
    );
    expect(body).toMatchObject({
      totals: { added: 1 },
      kept: [{ title: 'Operating agreement', why: 'ALREADY_THERE' }],
    });
    const { body: replaced } = await renew(loanId, { templateId: other.id });
    expect(replaced.totals).toMatchObject({ added: 0, removed: 5 });
  });
});

describe('one entity', () => {
  test('can have a template of its own, from the start or later', async () => {
    const { loanId } = await lender.newLoan();
    const template = await newTemplate(
      lender.making,
      [{ title: 'Trust agreement' }, { title: 'EIN' }],
      {
        blockType: 'TRUST',
        loanType: null,
        name: 'Trusts',
      },
    );
    const trust = await lender.server.call(
      'createEntity',
      {
        body: {
          loanId,
          type: 'TRUST',
          entity: { information: { trustName: 'Marsh Family Trust' } },
          templateId: template.id,
        },
      },
      lender.as,
    );
    expect(trust.body).toMatchObject({ templateId: template.id, templateName: 'Trusts' });
    const inFolder = (await lender.packageOf(loanId)).filter(
      ({ parentId }) => parentId === trust.body.folderId,
    );
    expect(inFolder.map(({ title }) => title)).toEqual(['Trust agreement', 'EIN']);

    const business = (await lender.loanOf(loanId)).loanEntities[0]!;
    const wrong = await lender.server.call(
      'applyNewTemplateToExistingEntity',
      { body: { loanId, loanEntityId: business.id, templateId: template.id } },
      lender.as,
    );
    expect(wrong.body).toMatchObject({ code: 'TEMPLATE_DOES_NOT_FIT' });
    const businesses = await newTemplate(lender.making, [{ title: 'Articles' }], {
      blockType: 'COMPANY',
      loanType: null,
    });
    const order = { loanId, loanEntityId: business.id, templateId: businesses.id };
    const preview = await lender.server.call(
      'applyNewTemplateToExistingEntity',
      { body: { ...order, dryRun: true } },
      lender.as,
    );
    expect(preview.body.totals).toMatchObject({ added: 1, removed: 3 });
    const renewed = await lender.server.call(
      'applyNewTemplateToExistingEntity',
      { body: order },
      lender.as,
    );
    expect(renewed.body).toMatchObject({ done: true });
    expect(await lender.titlesOf(loanId)).toEqual([
      'Articles',
      'CANARY memo',
      'EIN',
      'How many jobs?',
      'Trust agreement',
    ]);
  });
});

test('a template of 2,500 elements is applied in one transaction, in bounded time', async () => {
  const folders = Array.from({ length: 100 }, (_, index) => ({
    title: `Folder ${index}`,
    inside: Array.from({ length: 24 }, (__, each) => ({ title: `Request ${index}.${each}` })),
  }));
  const template = await newTemplate(lender.making, folders);
  const started = performance.now();
  const { body } = await lender.create({ templateId: template.id, name: 'Large' });
  const took = Math.round(performance.now() - started);
  console.log(`a loan from a template of 2,500 elements: ${took} ms`);
  expect(body.totals).toMatchObject({ added: 2400 });
  const again = performance.now();
  const { body: same } = await lender.server.call(
    'applyNewTemplateToExistingLoan',
    { body: { loanId: body.loanId!, dryRun: true } },
    lender.as,
  );
  console.log(`its preview against the same version: ${Math.round(performance.now() - again)} ms`);
  expect(same.totals).toMatchObject({ added: 0, changed: 0, removed: 0 });
  // The time limit of a call that applies a template.
  expect(took).toBeLessThan(20_000);
}, 120_000);
