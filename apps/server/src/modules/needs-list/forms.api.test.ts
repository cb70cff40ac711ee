import { newTemplate, publishTemplate, startLender, type Lender } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender.server.stop());

/** A template whose only request has a form to download. */
async function handingOut(hidden: boolean) {
  const { server, company, owner, making } = lender;
  const template = await newTemplate(making, [{ title: 'Form 413', hidden }]);
  const documentId = crypto.randomUUID();
  await server.owner.query(
    `insert into cairn.document (company_id, id, name, provider, object_key, vault_key, size, sha256,
       virus_scan_state, created_by)
     values ($1, $2, 'form-413.pdf', 'S3', $3, $3, 1000, '\\x00', 'CLEAN', $4)`,
    [company.id, documentId, `given/${documentId}`, owner.id],
  );
  await server.owner.query(
    `update cairn.template_element set answer_document_id = $1, revision = revision + 1
     where template_id = $2`,
    [documentId, template.id],
  );
  await server.owner.query(`update cairn.template set revision = revision + 1 where id = $1`, [
    template.id,
  ]);
  await publishTemplate(making, template.id);
  const { body } = await lender.create({ templateId: template.id, name: 'With a form' });
  return { documentId, loanId: body.loanId! };
}

async function borrowerOn(loanId: string) {
  const { given } = lender.server;
  const account = await given.account();
  await given.role({ companyId: lender.company.id, id: loanId } as never, account, 'BORROWER');
  return { account, token: await given.session(account, { roleLevel: 'BORROWER' }) };
}
const download = (id: string, token: string) =>
  lender.server.call('getDocumentWithDownloadUrl', { params: { id } }, { token });

test('a form of the template is handed out with its request, to those who see that one', async () => {
  const { documentId, loanId } = await handingOut(false);
  const { account, token } = await borrowerOn(loanId);
  const { body } = await lender.server.call('listElements', { params: { id: loanId } }, { token });
  expect(body.elements.find(({ title }) => title === 'Form 413')).toMatchObject({
    answer: null,
    status: 'NEEDED',
    form: { id: documentId, name: 'form-413.pdf', size: 1000 },
  });
  expect(await download(documentId, token)).toMatchObject({
    status: 200,
    body: { name: 'form-413.pdf', downloadUrl: expect.any(String) },
  });
  const { rows } = await lender.server.owner.query(
    `select actor_id from cairn.audit_entry where loan_id = $1 and kind = 'document.read'`,
    [loanId],
  );
  expect(rows).toEqual([{ actor_id: account.id }]);
});

test('other users do not get it: not on another loan, not where the request is hidden', async () => {
  const { documentId } = await handingOut(false);
  const hidden = await handingOut(true);
  const { token } = await borrowerOn(hidden.loanId);
  expect((await download(documentId, token)).status).toBe(404);
  expect((await download(hidden.documentId, token)).status).toBe(404);
});

test('a form goes along with a request that is shown on another loan', async () => {
  const { server, company, as } = lender;
  const { documentId, loanId } = await handingOut(false);
  const other = await server.given.loan(await server.given.phase(company));
  const { account, token: theirs } = await borrowerOn(other.id);
  const { body } = await server.call('listElements', { params: { id: loanId } }, as);
  const elementId = body.elements.find(({ title }) => title === 'Form 413')!.id;
  const shares = [{ elementId, targetLoanId: other.id }];
  await server.call('shareElements', { body: { loanId, shares } }, as);
  expect((await download(documentId, theirs)).status).toBe(200);
  const { rows } = await server.owner.query(
    `select actor_id from cairn.audit_entry where loan_id = $1 and kind = 'document.read'`,
    [loanId],
  );
  expect(rows).toEqual([{ actor_id: account.id }]);
});
