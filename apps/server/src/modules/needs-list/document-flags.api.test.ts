import { block, newTemplate, startLender, type Lender } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender.server.stop());

test('a loan from a template hides what the template hides at first, and shows the rest with their flags [R187]', async () => {
  const { making, create, packageOf, server } = lender;
  const template = await newTemplate(making, [
    block('LOAN', 'Closing', [
      { title: 'Appraisal', modifiers: ['NEEDS_LEGAL_REVIEW', 'CLOSING'] },
      { title: 'CANARY memo', modifiers: ['HIDE_ON_CREATE'] },
    ]),
  ]);
  const { body } = await create({ templateId: template.id, name: 'Quill Books', amount: 1 });
  const loanId = body.loanId!;
  const elements = await packageOf(loanId);
  const elementCalled = (title: string) => elements.find((element) => element.title === title);
  expect(elementCalled('Appraisal')).toMatchObject({
    hidden: false,
    flags: ['NEEDS_LEGAL_REVIEW', 'CLOSING'],
  });
  expect(elementCalled('CANARY memo')).toMatchObject({ hidden: true });
  const loan = { id: loanId, companyId: lender.company.id, name: '' };
  const { token } = await server.given.borrower(loan, 'LEAD_BORROWER');
  const reply = await server.call('listElements', { params: { id: loanId } }, { token });
  expect(reply.text).toContain('Appraisal');
  expect(reply.text).not.toContain('CANARY');
});
