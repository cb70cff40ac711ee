import { randomUUID } from 'node:crypto';
import { startTestServer, type Company, type TestServer } from '@cairn/testing';
import { file, folder, templateSteps } from '@cairn/testing/template-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';

let server: TestServer;
let company: Company;
let token: string;
let reader: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
  const owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
  const employee = await server.given.employee(company);
  reader = await server.given.session(employee, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  const { connectionString } = server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await server.stop();
});

const { add, elementsOf, make, publish } = templateSteps(() => ({ server, token }));

describe('a file that a template hands out', () => {
  const attach = async (templateElementId: string, revision: number, content: string) => {
    const query = { templateElementId, name: 'form.xlsx', size: content.length };
    const { body } = await server.call('getTemplateAnswerUrl', { query }, { token });
    const uploaded = await fetch(body.uploadUrl, {
      method: 'PUT',
      headers: body.headers,
      body: content,
    });
    expect(uploaded.status).toBe(200);
    return { ...query, revision, key: body.key };
  };

  test('is uploaded, checked for viruses, attached, and taken away again', async () => {
    const { id } = await make();
    const element = randomUUID();
    await add(id, file('Debt schedule', { templateElementId: element }));
    const body = await attach(element, 2, 'a sheet');
    const answer = await server.call('answerTemplateElement', { body }, { token });
    expect(answer.status).toBe(200);
    expect(answer.body.elements[0]!.answer).toMatchObject({
      name: 'form.xlsx',
      size: 7,
      virusScanState: 'PENDING',
    });
    const { rows } = await server.owner.query(
      `select workflow from cairn.event where kind = 'document.uploaded' and company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual([{ workflow: 'scanDocument' }]);
    // The same upload cannot become a second document.
    const again = await server.call(
      'answerTemplateElement',
      { body: { ...body, revision: 3 } },
      { token },
    );
    expect(again.status).toBe(409);
    const { documentId } = answer.body.elements[0]!.answer!;
    const got = await server.call(
      'getDocumentWithDownloadUrl',
      { params: { id: documentId } },
      { token: reader },
    );
    expect(got.body).toMatchObject({ loanId: null, name: 'form.xlsx' });
    await publish(id);
    const reply = await server.call(
      'deleteTemplateAnswer',
      { params: { elementId: element } },
      { token },
    );
    expect(reply.body.elements[0]!.answer).toBeNull();
    expect((await elementsOf(id, { version: 1 })).elements[0]!.answer).not.toBeNull();
  });

  test('goes to no folder and no question, and a key is good for its element only', async () => {
    const { id } = await make();
    const [box, question, request] = [randomUUID(), randomUUID(), randomUUID()];
    await add(
      id,
      folder('Box', { templateElementId: box }),
      file('Question', { templateElementId: question, answerType: 'TEXT' }),
      file('Request', { templateElementId: request }),
    );
    for (const element of [box, question]) {
      const body = await attach(element, 2, 'bytes');
      expect((await server.call('answerTemplateElement', { body }, { token })).body).toMatchObject({
        code: 'NOTHING_TO_ANSWER',
      });
    }
    const body = { ...(await attach(question, 2, 'bytes')), templateElementId: request };
    expect((await server.call('answerTemplateElement', { body }, { token })).body).toMatchObject({
      code: 'UPLOAD_MISSING',
    });
  });
});
