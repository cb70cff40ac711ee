import { startTestServer, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
  const admin = await server.given.account({ platformAdmin: true });
  token = await server.given.session(admin, { roleLevel: 'ADMIN' });
});
afterAll(() => server.stop());

const HEAD = 'set,loanType,group,key,label,type,choices,required,help';
const upload = (...lines: string[]) =>
  server.call(
    'uploadTemplateFields',
    {
      query: { company: company.id },
      body: { file: { name: 'fields.csv', text: [HEAD, ...lines].join('\n') } },
    },
    { token },
  );
const sets = async () =>
  (await server.call('listTemplateFieldSets', { query: { companyId: company.id } }, { token })).body
    .sets;

test('fields come as multipart CSV, in the file’s order, by set and group [R015] [R098]', async () => {
  const { status, body } = await upload(
    'Loan details,SBA_7A,Request,purpose,What is it for?,CHOICE,Buy|Build,yes,Pick one.',
    'Loan details,SBA_7A,Property,value,Worth,MONEY,,no,',
    'Loan details,SBA_7A,Request,amount,How much?,MONEY,,yes,',
    'Annual review,,Review,rating,Rating,NUMBER,,no,',
  );
  expect(status).toBe(200);
  expect(body.sets.map(({ name }) => name)).toEqual(['Annual review', 'Loan details']);
  const [, details] = await sets();
  expect(details).toMatchObject({ company: company.id, loanType: 'SBA_7A' });
  expect(details!.groups.map(({ name, fields }) => [name, fields.map(({ key }) => key)])).toEqual([
    ['Request', ['purpose', 'amount']],
    ['Property', ['value']],
  ]);
  expect(details!.groups[0]!.fields[0]).toMatchObject({
    label: 'What is it for?',
    type: 'CHOICE',
    choices: ['Buy', 'Build'],
    required: true,
    help: 'Pick one.',
  });
});

test('a set of the same name is replaced; a field keeps its id with its key', async () => {
  await upload('Kept,,Group,stays,One,TEXT,,no,', 'Kept,,Group,goes,Two,TEXT,,no,');
  const idOf = async () => {
    const set = (await sets()).find(({ name }) => name.toLowerCase() === 'kept')!;
    return [set.id, set.groups.flatMap(({ fields }) => fields.map(({ key, id }) => [key, id]))];
  };
  const [setId, [stays]] = (await idOf()) as [string, string[][]];
  await upload('KEPT,,Other group,stays,Renamed,NUMBER,,yes,');
  expect(await idOf()).toEqual([setId, [stays]]);
});

test('a CSV with one wrong line changes nothing', async () => {
  const before = await sets();
  for (const line of [
    'Fine,,Group,key,Label,PICTURE,,no,',
    'Fine,,Group,1st,Label,TEXT,,no,',
    'Fine,LOTTERY,Group,key,Label,TEXT,,no,',
    'Fine,,,key,Label,TEXT,,no,',
    'Fine,,Group,key,Label,TEXT,,perhaps,',
  ]) {
    const answer = await upload('Fine,,Group,good,Label,TEXT,,no,', line);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fieldErrors: { 'line 3': expect.any(String) } });
  }
  const twice = await upload('Fine,,G,a,L,TEXT,,no,', 'Fine,,G,a,L,TEXT,,no,');
  expect(twice.body).toMatchObject({ fieldErrors: { 'line 3': '"a" is there twice' } });
  expect(await sets()).toEqual(before);
});

test('a field set is deleted with its fields, once', async () => {
  const { body } = await upload('Going,,Group,a,A,TEXT,,no,');
  const { id } = body.sets[0]!;
  const remove = () => server.call('deleteTemplateFieldSet', { params: { id } }, { token });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  const fields = await server.owner.query('select from cairn.template_field where set_id = $1', [
    id,
  ]);
  expect(fields.rowCount).toBe(0);
});

test('an administrator who names no company is shown the newest sets, and that there are more', async () => {
  const many = await server.given.company();
  await server.owner.query(
    `insert into cairn.field_set (company_id, id, name)
     select $1, uuidv7(), 'Set ' || n from generate_series(1, 201) n`,
    [many.id],
  );
  const { body } = await server.call('listTemplateFieldSets', {}, { token });
  expect(body.sets).toHaveLength(200);
  expect(body.hasMore).toBe(true);
  const own = { query: { companyId: company.id } };
  expect((await server.call('listTemplateFieldSets', own, { token })).body.hasMore).toBe(false);
});
