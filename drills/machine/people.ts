/** Steps of an installation's first users, over the network and with the emails that they receive. */
import { EICAR, newTemplate, until, type Answer } from '@cairn/testing';
import type { Site } from './site.ts';

const PASSWORD = 'Velvet-otter-galaxy-31';
const OWNER = { givenName: 'Olive', familyName: 'Owner', emailAddress: 'olive@northgate.example' };

export interface Stored {
  readonly id: string;
  readonly text: string;
}
export interface Emails {
  to(address: string): Promise<{ text: string } | undefined>;
}

export async function becomeAdmin(site: Site, link: string, username: string): Promise<void> {
  const reset = link.split('#reset=')[1]!;
  ok(
    await site.call('resetPasswordByLink', {
      body: { link: reset, newPassword: PASSWORD },
    }),
  );
  ok(await site.call('login', { body: { username, password: PASSWORD } }));
}

/** The administrator creates the lender, whose owner accepts by email. */
export async function createCompany(admin: Site, owner: Site, emails: Emails): Promise<void> {
  const company = { name: 'Northgate Bank', subdomain: 'northgate' };
  ok(await admin.call('createCompanyUser', { body: { company, user: OWNER } }));
  const email = await until(() => emails.to(OWNER.emailAddress), 60_000);
  const [href] = /https:\/\/\S+loan-role-verification\S+/.exec(email.text) ?? [];
  const { searchParams, hash } = new URL(href!);
  const { emailAddress: _, ...names } = OWNER;
  const body = {
    id: searchParams.get('id')!,
    token: hash.slice('#token='.length),
    password: PASSWORD,
    ...names,
  };
  ok(await owner.call('acceptInvitation', { body }));
}

export const logInAsOwner = async (site: Site): Promise<void> => {
  const body = { username: OWNER.emailAddress, password: PASSWORD };
  ok(await site.call('login', { body }));
};

export async function createLoan(site: Site): Promise<string> {
  const items = [{ title: 'Closing', blockType: 'LOAN', inside: [{ title: 'Rent roll' }] }];
  const template = await newTemplate({ server: site, token: '' }, items);
  const entity = {
    type: 'COMPANY' as const,
    information: { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' },
  };
  const body = { templateId: template.id, name: 'Larkspur Bakery', amount: 400_000, entity };
  return ok(await site.call('createFromTemplate', { body })).loanId!;
}

export async function upload(site: Site, loanId: string, text: string): Promise<Stored> {
  const query = { name: 'rent-roll.txt', size: text.length, loanId };
  const signed = ok(await site.call('getUploadUrl', { query }));
  const options = { method: 'PUT', headers: signed.headers, body: text };
  const { status, bytes } = await site.reach(new URL(signed.uploadUrl), options);
  if (status !== 200) throw new Error(`the store answered ${status}: ${bytes.toString()}`);
  const { id } = ok(await site.call('createDocument', { body: { ...query, key: signed.key } }));
  return { id, text };
}

export const scanState = (site: Site, { id }: Stored): Promise<string> =>
  until(async () => {
    const { virusScanState: state } = ok(
      await site.call('getDocumentWithDownloadUrl', { params: { id } }),
    );
    return state !== 'PENDING' && state !== null && state;
  }, 120_000);

/** A clean file is served as it was uploaded, and one with a virus is not served. */
export async function uploadBoth(site: Site, loanId: string): Promise<Stored> {
  const clean = await upload(site, loanId, `Rent roll, ${new Date().toISOString()}\n`);
  const infected = await upload(site, loanId, EICAR);
  const states = [await scanState(site, clean), await scanState(site, infected)].join();
  if (states !== 'CLEAN,INFECTED') throw new Error(`scanned as ${states}`);
  return clean;
}

export async function download(site: Site, { id, text }: Stored): Promise<void> {
  const answer = await site.call('downloadDocument', { params: { id } });
  if (answer.status !== 200 || answer.text !== text) {
    throw new Error(`downloaded ${answer.status}, and not what was uploaded: ${answer.text}`);
  }
}

function ok<Reply>({ status, body, text }: Answer<Reply>): Reply {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body;
}
