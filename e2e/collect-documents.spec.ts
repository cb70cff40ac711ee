/**
 * Collecting documents with real emails and a phone: invitation, request, rejection with a reason, correction and
 * approval.
 */
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { PASSWORD } from '../tools/database/demo-data.ts';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { codeInText, textsTo, textTo } from '../packages/testing/src/texts.ts';
import { until } from '../packages/testing/src/until.ts';
import { emailSaying, linkFor } from './email.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, logIn, logInAlone } from './helpers.ts';
import { sendPhotos } from './page-photo.ts';

Object.assign(process.env, productEnvironment());
test.describe.configure({ timeout: 120_000 });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const newAddress = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** The JSON reply of a call that must succeed. */
async function post<Reply>(page: Page, path: string, data: object): Promise<Reply> {
  const answer = await page.request.post(`/api${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Reply;
}

interface Invited {
  givenName: string;
  familyName: string;
  emailAddress: string;
}

/** Creates a loan from the lender's SBA 7(a) starter template, with all requests for an existing LLC. */
async function createLoan(
  page: Page,
  name: string,
  borrowers: Invited[],
  facts: object = { isStartup: 'NO' },
): Promise<string> {
  await logInAlone(page.request, DANA);
  const reply = await page.request.get('/api/v2/templates?blockType=LOAN&loanType=SBA_7A');
  const { templates } = (await reply.json()) as {
    templates: Record<string, { id: string; name: string }[]>;
  };
  const { id: templateId } = templates['LOAN']!.find(
    (each) => !/acquisition|real estate/.test(each.name),
  )!;
  const information = { legalName: `${name} LLC`, entityType: 'LLC', ...facts };
  const entity = { type: 'COMPANY', information };
  const body = { templateId, name, borrowers, entity };
  return (await post<{ loanId: string }>(page, '/v2/loanmanager/createFromTemplate', body)).loanId;
}

/** Accepts the invitation on a separate phone, with the link from the email. */
async function join(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext(PHONE)).newPage();
  await page.goto(await linkFor(address, 'You have been invited'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/loan-role-verification/);
  return page;
}

async function send(page: Page, title: string, fileName: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Upload ${title}`, exact: true }).tap();
  const buffer = onePagePdf(fileName, ['Page 1']);
  await (await chooser).setFiles({ name: fileName, mimeType: 'application/pdf', buffer });
}

interface Listed {
  elements: {
    elementId: string;
    title: string;
    storageType: string;
    questionType: string | null;
    abilities: { answer: boolean };
  }[];
}

/** Number of pages of the PDF that answers a request, as the lender downloads it. */
async function pagesSent(page: Page, loanId: string, elementId: string): Promise<number> {
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as {
    elements: { elementId: string; answer: { document: { id: string } } | null }[];
  };
  const { id } = elements.find((each) => each.elementId === elementId)!.answer!.document;
  const file = await page.request.get(`/api/v1/documents/${id}/download`);
  return (await file.body()).toString('latin1').match(/\/Type \/Page /g)?.length ?? 0;
}

test('an invited borrower starts with at most 25 requests, photographs a document of three pages, reads why it was rejected, and sends a better one', async ({
  browser,
  page,
}) => {
  const rosa = { givenName: 'Rosa', familyName: 'Lind', emailAddress: newAddress('rosa') };
  const loanId = await createLoan(page, `Harborview Bagel ${randomUUID().slice(0, 4)}`, [rosa]);
  const phone = await join(browser, rosa.emailAddress);
  const heading = phone.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(/^Rosa, \d+ things left to do$/);
  const leftCount = Number(/\d+/.exec(await heading.innerText())![0]);
  expect(leftCount).toBeLessThanOrEqual(25);
  const reply = await phone.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as Listed;
  const { elementId, title } = elements.find(
    (each) => each.storageType === 'FILE' && each.questionType === null && each.abilities.answer,
  )!;
  const card = phone.getByRole('main').getByRole('listitem').filter({ hasText: title });
  // A refused file says why on its card, and stays there.
  await send(phone, title, 'setup.exe');
  await expect(card).toContainText('We can’t take .exe files.');
  await sendPhotos(phone, title, ['First', 'Second', 'Third']);
  await expect(card).toContainText('Submitted');

  await logIn(page, DANA, `/loans/${loanId}?view=package&item=${elementId}`);
  expect(await pagesSent(page, loanId, elementId)).toBe(3);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject / });
  await dialog.getByLabel(/Pages or parts missing/).check();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toHaveCount(0);

  const reason = 'Some pages or answers are missing';
  await expect(card).toContainText('Dana wrote');
  await expect(card).toContainText(reason);
  // The rejected request comes before the unanswered questions.
  await expect(phone.getByRole('main').getByRole('listitem').first()).toContainText(reason);
  const email = await emailSaying(rosa.emailAddress, reason);
  expect(email.text).toContain('Dana wrote');
  expect(email.text).toContain(title);
  const [link] = /https?:\/\/\S+item=[0-9a-f-]+\S*/.exec(email.text) ?? [];
  await phone.goto(link!);
  await expect(phone.getByRole('complementary', { name: 'Preview' })).toContainText(reason);

  await phone.goto('/');
  await send(phone, title, 'whole.pdf');
  await expect(card).toContainText('Submitted');
  await expect(preview).toContainText('whole');
  // The end of the scan changes the request again.
  await expect(preview).toContainText('To review');
  await preview.getByRole('button', { name: 'Approve', exact: true }).click();
  await phone.getByText('Documents Accepted 1 done').tap();
  await expect(phone.getByRole('link', { name: `${title} Approved` })).toBeVisible();
  await expect(heading).toHaveText(`Rosa, ${leftCount - 1} things left to do`);
  await phone.context().close();
});

/** Confirms the number like the profile page, with the code from the text message. */
async function verifyPhone(page: Page): Promise<string> {
  const number = `555-${100 + Math.floor(Math.random() * 900)}-${1000 + Math.floor(Math.random() * 9000)}`;
  await page.goto('/user/profile');
  await page.getByLabel('Phone').fill(number);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByRole('button', { name: 'Text me a code' }).tap();
  const to = `+1${number.replaceAll('-', '')}`;
  await page.getByLabel('Code from the text message').fill(codeInText(await textTo(to)));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${number} is verified.`)).toBeVisible();
  const byText = page.getByRole('group', { name: 'By text message' });
  await expect(byText.getByRole('switch', { name: 'Reviews of documents you sent' })).toBeChecked();
  return to;
}

test('a rejection comes as a text message too, with a link that opens the request', async ({
  browser,
  page,
}) => {
  const lena = { givenName: 'Lena', familyName: 'Ortiz', emailAddress: newAddress('lena') };
  const loanId = await createLoan(page, `Quarry Stone ${randomUUID().slice(0, 4)}`, [lena]);
  const phone = await join(browser, lena.emailAddress);
  const number = await verifyPhone(phone);
  await phone.goto('/');
  const reply = await phone.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as Listed;
  const { elementId, title } = elements.find(
    (each) => each.storageType === 'FILE' && each.questionType === null && each.abilities.answer,
  )!;
  await send(phone, title, 'first.pdf');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await logIn(page, DANA, `/loans/${loanId}?view=package&item=${elementId}`);
  await expect(preview).toContainText('To review');
  await preview.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject / });
  await dialog.getByLabel(/Pages or parts missing/).check();
  await dialog.getByRole('button', { name: 'Reject' }).click();

  const text = await until(async () =>
    (await textsTo(number)).find((each) => each.includes(`${title} needs attention`)),
  );
  expect(text).toContain('Northgate Bank: ');
  await phone.goto(/https?:\/\/\S+/.exec(text)![0]);
  await expect(phone.getByRole('complementary', { name: 'Preview' })).toContainText(
    'Some pages or answers are missing',
  );
  await phone.context().close();
});

test('a borrower hands one request to an accountant by email, who signs up, sees only that, and sends the file', async ({
  browser,
}) => {
  const nora = { givenName: 'Nora', familyName: 'Beck', emailAddress: newAddress('nora') };
  const page = await browser.newPage();
  const loanId = await createLoan(page, `Copperline Print ${randomUUID().slice(0, 4)}`, [nora]);
  await page.context().close();
  const phone = await join(browser, nora.emailAddress);
  const reply = await phone.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await reply.json()) as Listed;
  const [first, second] = elements.filter(
    (each) => each.storageType === 'FILE' && each.questionType === null && each.abilities.answer,
  );
  const { title, elementId } = first!;
  const dialog = phone.getByRole('dialog');
  const askSomeoneElse = async (request: string) => {
    await phone.getByRole('button', { name: `More for ${request}`, exact: true }).tap();
    await phone.getByRole('menuitem', { name: 'Someone else has this' }).tap();
    await dialog.getByLabel('Someone else').check();
  };
  await askSomeoneElse(title);
  await dialog.getByLabel('First name').fill('Ruth');
  await expect(dialog).toContainText('What Ruth gets');
  await expect(dialog).toContainText(
    'the loan’s name, type, purpose, amount, closing date, and progress',
  );
  await expect(dialog).toContainText('They don’t see your other documents');
  const handOver = dialog.getByRole('button', { name: 'Invite and hand over' });
  await handOver.tap();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Required/);
  const address = newAddress('ruth');
  await dialog.getByLabel('Last name').fill('Alvarez');
  await dialog.getByLabel('Email').fill(address);
  await handOver.tap();
  await expect(dialog).toHaveCount(0);
  const card = phone.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(card).toContainText('Ruth Alvarez has this, invited');
  // The invitation was sent moments ago.
  await card.getByRole('button', { name: `Remind Ruth Alvarez of ${title}` }).tap();
  await expect(phone.getByRole('alert')).toBeVisible();

  const ruth = await join(browser, address);
  await expect(ruth.getByRole('heading', { level: 1 })).toHaveText('Ruth, 1 thing left to do');
  const filesReply = await ruth.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const files = ((await filesReply.json()) as Listed).elements.filter(
    ({ storageType }) => storageType === 'FILE',
  );
  expect(files.map((each) => each.elementId)).toEqual([elementId]);
  const entities = await ruth.request.get(`/api/v2/loanmanager/${loanId}/entities`);
  expect(entities.status()).toBe(403);
  await expect(card).toContainText('Ruth Alvarez has this');
  await expect(card).not.toContainText('invited');
  await send(ruth, title, 'from-the-accountant.pdf');
  await expect(
    ruth.getByRole('main').getByRole('listitem').filter({ hasText: title }),
  ).toContainText('Submitted');

  // The lender has it now, so the borrower has no card for it.
  await expect(card).toHaveCount(0);
  await phone.goto(`/loans/${loanId}?view=package&item=${elementId}`);
  await expect(phone.getByRole('complementary', { name: 'Preview' })).toContainText(
    'from-the-accountant',
  );

  // A person who is already on the loan is assigned the next request at once, without an invitation.
  await phone.goto('/');
  await askSomeoneElse(second!.title);
  await dialog.getByLabel('Email').fill(address.toUpperCase());
  await expect(dialog).toContainText('Ruth Alvarez is on this loan already');
  await expect(dialog).not.toContainText('expires in seven days');
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(
    phone.getByRole('main').getByRole('listitem').filter({ hasText: second!.title }),
  ).toContainText('Ruth Alvarez has this');
  await ruth.context().close();
  await phone.context().close();
});

test('a guarantor completes the information that the lender began, and no second person comes of it', async ({
  browser,
  page,
}) => {
  const omar = { givenName: 'Omar', familyName: 'Reyes', emailAddress: newAddress('omar') };
  const loanId = await createLoan(page, `Tidewater Sails ${randomUUID().slice(0, 4)}`, []);
  await post(page, '/v2/loanmanager/createEntity', {
    loanId,
    type: 'INDIVIDUAL',
    labels: ['GUARANTOR'],
    entity: { information: omar },
  });
  await post(page, `/v1/loans/${loanId}/borrowerUser`, {
    user: omar,
    role: 'PRINCIPAL',
    sendInvite: true,
  });
  const phone = await join(browser, omar.emailAddress);
  await phone.goto(`/loans/${loanId}?view=entities`);
  const people = phone.getByRole('list', { name: 'Entities of the loan' });
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await expect(phone.getByRole('button', { name: 'Add your information' })).toHaveCount(0);
  await people
    .getByRole('link', { name: /Omar Reyes/ })
    .first()
    .tap();
  await phone.getByLabel('Social Security number or ITIN').fill('912-70-4411');
  await phone.getByLabel('Date of birth').fill('06/14/1984');
  await phone.getByRole('button', { name: 'Save' }).tap();
  await expect(people).toContainText('Omar Reyes');

  await logInAlone(page.request, DANA);
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/entities`);
  const { loanEntities } = (await reply.json()) as {
    loanEntities: { name: string; userId: string | null; masked: Record<string, string> }[];
  };
  const guarantors = loanEntities.filter(({ name }) => name === 'Omar Reyes');
  expect(guarantors).toHaveLength(1);
  expect(guarantors[0]).toMatchObject({ masked: { ssn: '•••-••-4411' } });
  await phone.context().close();
});

test('one question decides which documents a business is asked for, and the answer can be changed', async ({
  browser,
  page,
}) => {
  const ines = { givenName: 'Ines', familyName: 'Duarte', emailAddress: newAddress('ines') };
  const name = `Saltmarsh Oysters ${randomUUID().slice(0, 4)}`;
  const loanId = await createLoan(page, name, [ines], {});
  const phone = await join(browser, ines.emailAddress);
  const question = phone.getByRole('group', {
    name: `Has ${name} LLC been open for less than two years?`,
  });
  await expect(question).toBeVisible();
  const returns = phone.getByRole('button', { name: /^Upload .*[Bb]usiness.* tax return/ });
  await expect(returns).toHaveCount(0);
  await question.getByRole('button', { name: 'No' }).tap();
  await expect(returns.first()).toBeVisible();
  await expect(question).toHaveCount(0);

  await logIn(page, DANA, `/loans/${loanId}?view=package`);
  await page
    .locator('summary')
    .filter({ hasText: /suggestion|information|question/ })
    .click();
  const factCard = page.getByRole('listitem').filter({ hasText: 'less than two years' });
  await expect(factCard).toContainText('No, Ines Duarte');

  await phone.getByRole('button', { name: /^Change the answer: Has / }).tap();
  await question.getByRole('button', { name: 'Yes' }).tap();
  await expect(returns).toHaveCount(0);
  await expect(factCard).toContainText('Yes, Ines Duarte');
});
