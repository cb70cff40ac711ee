/** A borrower photographs a driver's license; the browser reads the barcode; the lender views the license. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { DANA, ELENA, logIn } from './helpers.ts';
import { backPicture, frontPicture, parcelPicture } from './license-pictures.ts';
import { watchPolicy } from './security-policy.ts';
import { expectRoomForThumbs } from './thumbs.ts';

const LOAN = 'Larkspur Bakery LLC';
type Picture = ReturnType<typeof frontPicture>;

async function give(page: Page, button: string, file: Picture): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}
const side = (page: Page, name: 'Front' | 'Back') =>
  page.getByRole('region', { name: `${name} of the license` });

async function phoneOf(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await logIn(page, username, '/applicant');
  return page;
}

/** The loan, and Elena on it. */
async function findElena(page: Page): Promise<{ loanId: string; personId: string }> {
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}/);
  const loanId = /\/loans\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/entities`);
  const { loanEntities } = (await reply.json()) as {
    loanEntities: { entityId: string; name: string }[];
  };
  return { loanId, personId: loanEntities.find(({ name }) => name === 'Elena Marsh')!.entityId };
}
const addressOf = ({ loanId, personId }: { loanId: string; personId: string }) =>
  `/loans/${loanId}/persons/${personId}/drivers-license`;

test('a borrower scans a license on a phone, corrects and confirms it, and the lender looks at it [R129] [R150]', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  // The lender requests the license in the person's folder.
  await logIn(page, DANA);
  const elena = await findElena(page);
  const reply = await page.request.get(`/api/v2/loanmanager/${elena.loanId}/elements`);
  const { elements } = (await reply.json()) as {
    elements: { id: string; title: string; storageType: string }[];
  };
  const folder = elements.find(
    ({ title, storageType }) => title === 'Elena Marsh' && storageType === 'FOLDER',
  )!;
  const title = 'Driver’s license or passport';
  const createReply = await page.request.post('/api/v2/loanmanager/elements', {
    data: { loanId: elena.loanId, elements: [{ title, parentId: folder.id }] },
  });
  expect(createReply.status(), await createReply.text()).toBe(200);
  // No license exists yet.
  await page.goto(addressOf(elena));
  await expect(page.getByText('No driver’s license yet')).toBeVisible();

  const phone = await phoneOf(browser, ELENA);
  const refused = await watchPolicy(phone);
  const origins = new Set<string>();
  phone.on('request', (request) => origins.add(new URL(request.url()).hostname));
  await phone.goto('/applicant');
  await phone.getByRole('link', { name: `Scan ${title}` }).tap();
  await expect(phone.getByRole('heading', { name: 'Driver’s license' })).toBeVisible();

  // Only pictures are accepted.
  const pdf = { name: 'card.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await give(phone, 'Add the front', pdf);
  await expect(
    phone.getByText('Invalid file type. Please upload a valid file type.'),
  ).toBeVisible();

  // If the back is uploaded as the front, the page notices it and moves the picture.
  await give(phone, 'Add the front', backPicture());
  await expect(phone.getByText('This looks like the back of the license')).toBeVisible();
  await phone.getByRole('button', { name: 'Use it as the back' }).tap();
  await expect(phone.getByRole('heading', { name: 'Check what we read' })).toBeVisible();
  await expect(phone.getByLabel('First and middle name')).toHaveValue('Elena Rose');
  await expect(phone.getByLabel('Last name')).toHaveValue('Marsh');
  await expect(phone.getByLabel('Date of birth')).toHaveValue('03/14/1984');
  await expect(phone.getByLabel('Expires')).toHaveValue('03/14/2041');
  await expect(phone.getByLabel('License number')).toHaveValue('D4471920');
  await expect(phone.getByRole('combobox', { name: 'State', exact: true })).toHaveValue('OR');

  // The form cannot be sent without both pictures and both answers.
  const send = phone.getByRole('button', { name: 'Confirm and send' });
  await send.tap();
  await expect(phone.getByText('Choose one')).toHaveCount(2);
  const name = phone.getByRole('group', { name: 'Which name is right?' });
  const address = phone.getByRole('group', { name: 'Which address is current?' });
  await expect(address.getByRole('radio', { checked: true })).toHaveCount(0);
  await name.getByRole('radio', { name: /On your application/ }).check();
  await address.getByRole('radio', { name: /418 Alder St, Bend, OR 97701/ }).check();
  await expect(side(phone, 'Back')).toHaveAttribute('aria-busy', 'false');
  await send.tap();
  await expect(phone.getByText('Add a picture of the front of the license first.')).toBeVisible();
  await give(phone, 'Add the front', frontPicture());
  await expect(
    side(phone, 'Front').getByRole('img', { name: 'Picture of the front' }),
  ).toBeVisible();
  await expect(
    side(phone, 'Front').getByRole('button', { name: 'Retake the front' }),
  ).toBeVisible();

  // An expired license can be sent; the field shows that it is expired.
  await phone.getByLabel('Expires').fill('03/14/2021');
  await expect(phone.getByText('Expired Mar 14, 2021.')).toBeVisible();
  await phone.getByLabel('Expires').fill('03/14/2041');
  await expect(phone.getByText('Expired Mar 14, 2021.')).toHaveCount(0);
  await phone.getByLabel('License number').fill('D4471921');
  await send.tap();
  await expect(phone.getByText('Your lender has your driver’s license.')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'What the license says' })).toContainText(
    '••••1921',
  );
  // The Show button is not truncated beside the value.
  await expectRoomForThumbs(phone, 'saved license');
  expect(refused).toEqual([]);
  // The barcode reader is loaded from this server and not from a CDN.
  expect([...origins].filter((each) => !/^(127\.0\.0\.1|localhost)$/.test(each))).toEqual([]);
  // The request that led to the page is answered by the license, without pictures of its own.
  await phone.getByRole('link', { name: 'Home' }).first().tap();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Elena');
  await expect(phone.getByRole('link', { name: `Scan ${title}` })).toHaveCount(0);

  const answerReply = await page.request.get(`/api/v2/loanmanager/${elena.loanId}/elements`);
  const { elements: now } = (await answerReply.json()) as {
    elements: { id: string; title: string }[];
  };
  const request = now.find((element) => element.title === title)!;
  await page.goto(`/loans/${elena.loanId}?view=package&item=${request.id}`);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('To review');
  await expect(preview).not.toContainText('apply');
  await expect(preview.getByRole('link', { name: 'View the license' })).toBeVisible();

  // The lender uses only the keyboard to open the license, a picture and the number.
  await page.goto(`/loans/${elena.loanId}/persons/${elena.personId}/edit`);
  const card = page.getByRole('region', { name: 'Driver’s license' });
  await expect(card).toContainText('Confirmed. Expires Mar 14, 2041.');
  await card.getByRole('link', { name: 'View the license' }).press('Enter');
  const says = page.getByRole('region', { name: 'What the license says' });
  await expect(says).toContainText('418 Alder St, Bend, OR 97701');
  await expect(page.getByRole('button', { name: /Confirm|Retake|Remove/ })).toHaveCount(0);
  const show = page.getByRole('button', { name: 'Show picture of the back' });
  await show.press('Enter');
  await expect(side(page, 'Back').getByRole('img', { name: 'Picture of the back' })).toBeVisible();
  await says.getByRole('button', { name: 'Show License number' }).press('Enter');
  await expect(says.getByText('D4471921')).toBeVisible();
  await phone.context().close();
});

test('a picture without a readable license says what to do, and the fields can be typed [R149] [R151]', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const phone = await phoneOf(browser, ELENA);
  const elena = await findElena(phone);
  await phone.goto(addressOf(elena));
  // The previous journey may have left pictures.
  const back = side(phone, 'Back').getByRole('button', { name: /^(Add|Retake) the back$/ });
  await expect(back).toBeVisible();
  const start = async (file: Picture) => {
    await expect(back).toBeEnabled();
    const chooser = phone.waitForEvent('filechooser');
    await back.tap();
    await (await chooser).setFiles(file);
  };
  await start(frontPicture());
  await expect(phone.getByText('We couldn’t read the barcode')).toBeVisible();
  await expect(phone.getByText('Check that this is the back of the card.')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Type what’s on your license' })).toBeVisible();
  await expect(phone.getByLabel('License number')).toHaveValue('');
  await start(parcelPicture());
  await expect(phone.getByText('This barcode isn’t from a driver’s license')).toBeVisible();
  await start(backPicture({ DBA: '03142021' }));
  await expect(phone.getByLabel('License number')).toHaveValue('D4471920');
  await expect(phone.getByText('Expired Mar 14, 2021.')).toBeVisible();

  // Each side can be removed.
  await side(phone, 'Back').getByRole('button', { name: 'Remove the back' }).tap();
  await expect(side(phone, 'Back').getByRole('button', { name: 'Add the back' })).toBeVisible();

  // A failed upload is shown as an error of that side until the next upload.
  await phone.route('**/images/usDriversLicense', (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Changed meanwhile' } }),
  );
  await start(backPicture());
  await expect(side(phone, 'Back').getByRole('alert')).toBeVisible();
  await phone.unroute('**/images/usDriversLicense');
  await start(backPicture());
  await expect(side(phone, 'Back')).toHaveAttribute('aria-busy', 'false');
  await expect(side(phone, 'Back').getByRole('alert')).toHaveCount(0);
  await phone.context().close();
});

test('a license that cannot be fetched raises no notification; the page says it [R298]', async ({
  page,
}) => {
  await logIn(page, DANA);
  const elena = await findElena(page);
  await page.route('**/information/individual/usdl/*', (route) =>
    route.fulfill({ status: 400, json: { code: 'INVALID_REQUEST', message: 'Broken' } }),
  );
  await page.goto(`/loans/${elena.loanId}/persons/${elena.personId}/edit`);
  const link = page.getByRole('link', { name: 'View the license' });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByText('The driver’s license could not be loaded')).toBeVisible();
  await expect(page.getByText('Broken')).toHaveCount(0);
  await page.unroute('**/information/individual/usdl/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page
      .getByRole('region', { name: 'Front of the license' })
      .or(page.getByText('No driver’s license yet')),
  ).toBeVisible();
});
