import { ANY_LOAN_TEXT, type PortalSettings } from '@cairn/contract';
import { startApplying, type Applying } from '@cairn/testing/applicant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';

let at: Applying;
beforeAll(async () => {
  at = await startApplying();
});
afterAll(() => at.server.stop());

type Change = Partial<Omit<PortalSettings, 'abilities' | 'offeredTypes'>>;
const settings = () =>
  at.server.call('getPortalSettings', { params: { companyId: at.company.id } }, at.as);
const getPortal = (lenderId = at.company.id) =>
  at.server.call('getPortal', { params: { lenderId } });
const save = (body: Change & { version: number }, as = at.as) =>
  at.server.call('updatePortalSettings', { params: { companyId: at.company.id }, body }, as);
const change = async (body: Change, as = at.as) =>
  save({ version: (await settings()).body.version, ...body }, as);

const PUBLISHED = {
  brandColor: '#12365F',
  welcome: 'Start on your phone, finish anywhere.',
  contactName: 'Dana Whitfield',
  contactTitle: 'Loan officer',
  contactPhone: '(541) 555-0142',
  contactEmail: 'dana@northgate.example',
  applyMinutes: 25,
  responseDays: 2,
  legalLine: 'Member FDIC.',
};

describe('a lender’s portal', () => {
  test('shows people without a session what the lender published, and nothing else [R010]', async () => {
    const { body: before } = await getPortal();
    expect(before).toMatchObject({ name: 'Northgate Bank', brandColor: null, contactName: null });
    const { status } = await change({ ...PUBLISHED, loanTexts: { SBA_7A: 'Our favorite.' } });
    expect(status).toBe(200);
    const { body, text } = await getPortal();
    expect(body).toEqual({
      lenderId: at.company.id,
      name: 'Northgate Bank',
      logo: null,
      ...PUBLISHED,
      offers: [
        {
          templateId: at.template.id,
          name: 'Small business loan',
          loanType: before.offers[0]!.loanType,
          text: before.offers[0]!.loanType === null ? ANY_LOAN_TEXT : expect.any(String),
        },
      ],
    });
    // The reply contains only the template's name, and no employee.
    for (const secret of ['CANARY', 'Appraisal', at.owner.id, at.owner.emailAddress]) {
      expect(text).not.toContain(secret);
    }
  });

  test('what was saved stays until it is changed or cleared', async () => {
    await change(PUBLISHED);
    expect((await change({ welcome: null })).body).toMatchObject({
      ...PUBLISHED,
      welcome: null,
      abilities: { edit: true },
    });
    expect((await getPortal()).body).toMatchObject({ welcome: null, brandColor: '#12365F' });
  });

  test('is not there for an unknown lender and for the platform itself', async () => {
    for (const lenderId of [PLATFORM_COMPANY, '0198c5a0-0000-7000-8000-000000000000']) {
      expect((await getPortal(lenderId)).status).toBe(404);
    }
  });

  test('offers no template that is a draft, in the trash, or asks for nothing with the application', async () => {
    const company = await at.server.given.company({ name: 'Quiet Bank' });
    await at.server.given.template(company, { name: 'CANARY unpublished', published: false });
    expect((await getPortal(company.id)).body).toMatchObject({ name: 'Quiet Bank', offers: [] });
  });
});

describe('what strangers read', () => {
  test('a color is six hexadecimal digits and nothing else', async () => {
    for (const brandColor of ['red', '#FFF', '#12365F;background:url(//evil.example)', '#12365G']) {
      const { status, body } = await change({ brandColor });
      expect([status, body]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    }
    expect((await change({ brandColor: '#aabbcc' })).body.brandColor).toBe('#AABBCC');
  });

  test('texts are plain lines: no control characters, no reversed reading direction', async () => {
    const welcome = 'Call \u202E2410-555\u202C now\nand apply <b>today</b>';
    expect((await change({ welcome })).body.welcome).toBe(
      'Call 2410-555 now and apply <b>today</b>',
    );
  });

  test('a phone number has digits and a few signs', async () => {
    for (const contactPhone of ['call me', '555;ext=<script>', 'javascript:alert(1)']) {
      expect((await change({ contactPhone })).status).toBe(400);
    }
  });

  test('no sentence for a loan type that does not exist', async () => {
    const loanTexts = { PAYDAY: 'Fast cash' } as never;
    expect((await change({ loanTexts })).status).toBe(400);
  });
});

describe('the settings', () => {
  test('are the owners’ to change and the employees’ to read', async () => {
    const { given, call } = at.server;
    const employee = await given.employee(at.company);
    const as = {
      token: await given.session(employee, { roleLevel: 'LENDER', company: at.company }),
    };
    const params = { companyId: at.company.id };
    const read = await call.call(at.server, 'getPortalSettings', { params }, as);
    expect(read.body).toMatchObject({ abilities: { edit: false } });
    expect((await change({ welcome: 'Mine now' }, as)).status).toBe(403);
  });

  test('two administrators save at once: one is saved, the other is told and overwrites nothing', async () => {
    const { version } = (await change({ welcome: 'Hello', legalLine: 'Member FDIC.' })).body;
    const saves = await Promise.all([
      save({ version, welcome: 'Good morning', legalLine: 'Member FDIC.' }),
      save({ version, welcome: 'Hello', legalLine: 'NMLS 12345.' }),
    ]);
    expect(saves.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    const refused = saves.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ code: 'CONFLICT' });
    const saved = saves.find(({ status }) => status === 200)!.body;
    expect((await settings()).body).toEqual(saved);
    expect(saved.version).toBe(version + 1);
  });

  test('a change is in the audit log, with who made it', async () => {
    await change({ legalLine: 'Equal Housing Lender.' });
    const { rows } = await at.server.owner.query(
      `select actor_id, detail from cairn.audit_entry where kind = 'portal.changed' and company_id = $1
       order by id desc limit 1`,
      [at.company.id],
    );
    expect(rows).toEqual([
      { actor_id: at.owner.id, detail: { legalLine: 'Equal Housing Lender.' } },
    ]);
  });
});
