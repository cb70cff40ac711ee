/** The bell and its notifications, with a pointer, with a keyboard and on a phone. */
import { unsubscribeUrl } from '@cairn/server/platform/email/unsubscribe-link';
import { expect, test } from '@playwright/test';
import { ADDRESS } from './address.ts';
import { productEnvironment } from './global-setup.ts';
import { DANA, ELENA, GRACE, logIn, logInAlone } from './helpers.ts';

test('the bell groups by loan and marks one line or all of them read [R138]', async ({ page }) => {
  await logIn(page, DANA);
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const larkspur = panel.getByRole('region', { name: 'Larkspur Bakery LLC' });
  await expect(larkspur.getByText('Elena Marsh').first()).toBeVisible();
  // Other journeys may have uploaded more documents.
  await expect(larkspur.getByText(/uploaded \d+ documents/).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('Shift+U');
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Unread' }).click();
  await expect(panel.getByText('You’re all caught up.')).toBeVisible();
  await panel.getByRole('button', { name: 'Mentions' }).click();
  await expect(
    panel
      .getByText('No mentions yet')
      .or(panel.getByText(/mentioned you/))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
});

test('a borrower opens a request from the bell of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, ELENA);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const box = await bell.boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  // Other journeys may have requested more documents from her.
  const requested = panel.getByRole('link', { name: /requested \d+ documents/ }).first();
  await expect(requested).toBeVisible();
  await requested.click();
  await expect(page).toHaveURL(/\/loans\/.+item=/);
});

test('a loan is muted from the bell by key, and heard of again from the profile', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('region').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  const unmute = panel.getByRole('button', { name: /^Unmute / });
  await expect(unmute).toHaveCount(1);
  const loan = (await unmute.getAttribute('aria-label'))!.replace('Unmute ', '');
  await panel.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page).toHaveURL(/\/user\/profile#email-timing/);
  const timing = page.getByRole('region', { name: 'When emails come' });
  await timing.getByText('Weekly summary').click();
  await timing.getByLabel('Day').selectOption('Friday');
  await timing.getByRole('button', { name: `Unmute ${loan}` }).click();
  await expect(page.getByText(`Notifications about ${loan} are on again`)).toBeVisible();
  await page.reload();
  await expect(timing.getByLabel('Day')).toHaveValue('5');
  await expect(timing.getByRole('button', { name: /^Unmute/ })).toHaveCount(0);
});

test('an owner writes the opening of an email, sees it, and takes the default again', async ({
  page,
}) => {
  await logIn(page, DANA);
  await page.goto('/admin/emails');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Send documents');
  await page.getByLabel('Opening').fill('Hi {firstName}, <b>{documents}</b> for {loan}, please.');
  await expect(preview).toContainText('Hi Elena, <b>2 documents</b> for Larkspur Bakery, please.');
  await page.getByLabel('Subject').fill('Hello {unknown}');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('{unknown} can’t be used in this email')).toBeVisible();
  await page.getByLabel('Subject').fill('');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('New requests: saved')).toBeVisible();
  await expect(page.getByRole('button', { name: /^New requests/ })).toContainText('Yours');
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByRole('button', { name: /^New requests/ })).not.toContainText('Yours');
});

test('the link of an email stops its kind with the button of its page, without a log-in', async ({
  browser,
  page,
}) => {
  await logInAlone(page.request, GRACE);
  const user = await page.request.get('/api/v2/users/loggedUser');
  const { id } = (await user.json()) as { id: string };
  const settings = async () =>
    (await (await page.request.get('/api/v1/auth/userSettings')).json()) as object;
  const link = unsubscribeUrl(
    { publicUrl: new URL(ADDRESS), secretKey: productEnvironment()['SECRET_KEY']! },
    { accountId: id, topic: 'UPLOADS' },
  );
  const visitor = await (await browser.newContext()).newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(link);
  await expect(
    visitor.getByText('You won’t get emails about documents that were uploaded anymore.'),
  ).toBeVisible();
  expect(await settings()).toMatchObject({ sendEmailUploads: true });
  try {
    await visitor.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(visitor.getByRole('heading', { name: 'Stopped' })).toBeVisible();
    expect(await settings()).toMatchObject({ sendEmailUploads: false, sendEmailReviews: true });
    await visitor.goto('/unsubscribe?token=UPLOADS.changed');
    await visitor.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(visitor.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  } finally {
    // Other journeys depend on her settings.
    const restored = await page.request.put('/api/v1/auth/userSettings', {
      data: { sendEmailUploads: true },
    });
    expect(restored.status()).toBe(200);
  }
  await visitor.context().close();
});
