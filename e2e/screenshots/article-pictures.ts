/**
 * The screen for the picture of each article in db/learning-center. `npm run screenshots` takes the pictures again, so
 * that the articles show the current product.
 */
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { TAKES_PICTURES } from './picture.ts';

const FOLDER = resolve(import.meta.dirname, '../../db/learning-center/pictures');
/** As narrow as possible, because an article shows the picture at about half its size. */
const DESK = { width: 1240, height: 760 };
const PHONE = { width: 390, height: 720 };

const AT_DESK: Readonly<Record<string, string>> = {
  '48-template-builder': 'template-builder',
  '15-profile': 'notifications',
  '25-lender-edit': 'upload-link',
  '88-new-loan': 'new-loan',
  '109-download-package': 'download-package',
  '112-shoebox': 'shoebox',
  '02-pipeline': 'pipeline',
  '38-loan-people': 'loan-people',
  '23-people': 'team',
  '160-loan-notes': 'notes',
  '36-audit-log': 'audit-log',
  '191-review-reject': 'reject',
  '194-new-question': 'new-request',
  '125-lender-application': 'application-review',
  '190-review': 'review',
  '98-messages': 'messages',
  '131-loan-reminders': 'reminders',
  '145-portal-settings': 'portal-settings',
  '81-loan-overview': 'loan-overview',
  '147-email-texts': 'email-texts',
  '56-entities': 'entities',
  '165-credit': 'credit-checks',
  '168-sources-and-uses': 'sources-and-uses',
  '26-company-create': 'new-company',
  '52-admin-fields': 'template-fields',
  '35-labels': 'labels',
  '34-maintenance-window': 'maintenance-window',
  '174-learning-editor': 'article-editor',
};
const ON_PHONE: Readonly<Record<string, string>> = {
  '27-invitation': 'invitation',
  '119-application': 'application',
  '30-own-account': 'own-account',
  '157-receipt': 'receipt',
  '132-photographed-pages': 'photographed-pages',
  '134-drivers-license': 'drivers-license',
  '42-borrower-home': 'borrower-home',
  '115-shoebox-borrower': 'borrower-shoebox',
  '82-loan-overview-borrower': 'borrower-loan',
  '99-loan-messages-borrower': 'borrower-messages',
};

/** Pages that have to be scrolled to the subject of the article. */
const FURTHER_DOWN: Readonly<Record<string, string>> = {
  '15-profile': 'Notifications',
  '25-lender-edit': 'Secure upload',
  '30-own-account': 'Where you are logged in',
};

export async function takeArticlePicture(page: Page, screen: string): Promise<void> {
  const picture = AT_DESK[screen] ?? ON_PHONE[screen];
  if (!TAKES_PICTURES || picture === undefined) return;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(screen in AT_DESK ? DESK : PHONE);
  await page.evaluate(() => window.scrollTo(0, 0));
  const part = FURTHER_DOWN[screen];
  if (part) {
    const heading = page.getByRole('heading', { name: part });
    await heading.evaluate((node) => node.scrollIntoView({ block: 'start' }));
    await page.evaluate(() => window.scrollBy(0, -96));
  }
  const path = resolve(FOLDER, `${picture}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 72 });
}
