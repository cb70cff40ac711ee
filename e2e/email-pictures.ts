/**
 * npm run email-pictures
 * Pictures of the emails that borrowers and lenders get most, 390 and 600 px wide, light and dark, in .cache/emails.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { emailOf } from '@cairn/server/modules/notifications/emails';
import type { PendingFacts } from '@cairn/server/modules/notifications/deliver-store';
import { browserOptions } from './browser.ts';

const folder = resolve(import.meta.dirname, '../.cache/emails');
const WIDTHS = [390, 600];
const SCHEMES = ['light', 'dark'] as const;

const request: PendingFacts = {
  id: '1',
  kind: 'REQUESTED',
  level: 'BORROWER',
  company_id: '2',
  company_name: 'Northgate Bank',
  loan_id: '3',
  loan_name: 'Larkspur Bakery',
  loan_status: 'UNDERWRITING',
  unreviewed: false,
  actor_id: '4',
  actor_given_name: 'Dana',
  actor_name: 'Dana Whitfield',
  merge_key: '',
  detail: {},
  element_id: '5',
  title: '2026 profit and loss',
  from_rule: false,
  instructions: 'January 1 to October 31',
  due_date: '2026-11-18',
  promised_date: null,
  entity_name: 'Larkspur Bakery LLC',
  rejection_code: null,
  rejection_reason: null,
  document_name: null,
  response_message: null,
};
const rejected: PendingFacts = {
  ...request,
  kind: 'REJECTED',
  title: 'Commercial lease',
  instructions: null,
  due_date: '2026-11-16',
  rejection_code: 'NOT_SIGNED',
  rejection_reason: 'The landlord’s signature is missing on page 9. A phone photo is fine.',
  document_name: 'Lease 418 Alder St.pdf',
};
const uploaded: PendingFacts = {
  ...request,
  kind: 'UPLOADED',
  level: 'LENDER',
  actor_given_name: 'Elena',
  actor_name: 'Elena Marsh',
};
const from = {
  site: 'https://cairn.example',
  logo: undefined,
  officer: { name: 'Dana Whitfield', jobTitle: 'Commercial loan officer', phone: '(541) 555-0142' },
  recipient: 'Elena',
};

const EMAILS = {
  requests: emailOf(
    'REQUESTS',
    [
      request,
      {
        ...request,
        title: 'Driver’s license',
        entity_name: 'Elena Marsh',
        instructions: 'Front and back',
        due_date: '2026-11-20',
      },
      {
        ...request,
        title: 'Trust agreement',
        entity_name: 'Marsh Family Trust',
        instructions: 'All pages, with signatures',
        due_date: '2026-11-20',
      },
    ],
    from,
  ),
  rejected: emailOf('REVIEWS', [rejected], from),
  approved: emailOf('REVIEWS', [{ ...request, kind: 'APPROVED' }], from),
  uploads: emailOf('UPLOADS', [uploaded, { ...uploaded, title: 'Trust agreement' }], {
    ...from,
    recipient: 'Dana',
  }),
  status: emailOf('STATUS', [{ ...request, kind: 'STATUS_CHANGED' }], from),
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(browserOptions.launchOptions);
for (const colorScheme of SCHEMES) {
  for (const width of WIDTHS) {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width, height: 600 },
      deviceScaleFactor: 2,
    });
    for (const [name, { html }] of Object.entries(EMAILS)) {
      await page.setContent(html);
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWider) throw new Error(`${name} is wider than ${width} px`);
      await page.screenshot({
        path: `${folder}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
    await page.close();
  }
}
await browser.close();
console.log(
  `${Object.keys(EMAILS).length * WIDTHS.length * SCHEMES.length} pictures in .cache/emails`,
);
