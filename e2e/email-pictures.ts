/**
 * npm run email-pictures Saves pictures of the most frequent emails to borrowers and lenders in .cache/emails, 390 and
 * 600 px wide, light and dark.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { summaryEmail } from '@cairn/server/modules/digests/summary-email';
import { emailOf } from '@cairn/server/modules/notifications/emails';
import { reminderEmail } from '@cairn/server/modules/notifications/reminder-emails';
import type { PendingFacts } from '@cairn/server/modules/notifications/deliver-store';
import { browserOptions } from './browser.ts';

const folder = resolve(import.meta.dirname, '../.cache/emails');
const WIDTHS = [390, 600];
const SCHEMES = ['light', 'dark'] as const;

/** A lender's logo, a white N on navy, in the size and format of emails. */
const LOGO = await drawLogo();

async function drawLogo(): Promise<Buffer> {
  const painter = await chromium.launch(browserOptions.launchOptions);
  const page = await painter.newPage({ viewport: { width: 64, height: 64 } });
  await page.setContent(
    '<body style="margin:0"><div style="width:64px;height:64px;border-radius:14px;background:#12365F;color:#fff;font:600 40px/64px sans-serif;text-align:center">N</div>',
  );
  const picture = await page.screenshot({ omitBackground: true });
  await painter.close();
  return picture;
}

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
  created_at: '2026-11-16T12:00:00Z',
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
  logo: { content: LOGO, contentType: 'image/png' },
  color: '#12365F',
  legalLine: 'Member FDIC.',
  officer: {
    name: 'Dana Whitfield',
    jobTitle: 'Commercial loan officer',
    phone: '(541) 555-0142',
    emailAddress: 'dana@northgate.example',
  },
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
  unreadable: emailOf(
    'REVIEWS',
    [{ ...rejected, kind: 'FILE_UNREADABLE', detail: { contentState: 'DAMAGED' } }],
    from,
  ),
  approved: emailOf('REVIEWS', [{ ...request, kind: 'APPROVED' }], from),
  uploads: emailOf('UPLOADS', [uploaded, { ...uploaded, title: 'Trust agreement' }], {
    ...from,
    recipient: 'Dana',
  }),
  messages: emailOf(
    'MESSAGES',
    ['a', 'a', 'b'].map((merge_key) => ({ ...request, kind: 'MESSAGE' as const, merge_key })),
    from,
  ),
  reminder: reminderEmail(
    [
      { ...request, kind: 'REMINDED', detail: { day: '2026-11-17' } },
      {
        ...request,
        kind: 'REMINDED',
        title: 'Deed',
        due_date: null,
        detail: { day: '2026-11-17' },
      },
    ],
    from,
  ),
  summary: summaryEmail(
    {
      company: 'Northgate Bank',
      news: [
        { ...request, kind: 'APPROVED', title: '2025 business tax return', element_id: '8' },
        {
          ...request,
          id: '9',
          kind: 'APPROVED',
          title: 'Articles of organization',
          element_id: '9',
        },
      ],
      todo: [
        ['Commercial lease', 'Larkspur Bakery LLC', '2026-11-16', true],
        ['2026 profit and loss', 'Larkspur Bakery LLC', '2026-11-18', false],
        ['SBA Form 1919', 'Elena Marsh', '2026-11-19', false],
        ['Driver’s license', 'Elena Marsh', '2026-11-20', false],
      ].map(([title, entity, due, isRejected], index) => ({
        id: String(index),
        loan_id: '3',
        loan_name: 'Larkspur Bakery',
        title: title as string,
        from_rule: false,
        entity_name: entity as string,
        due_date: due as string,
        rejected: isRejected as boolean,
        unusable: false,
      })),
      progress: { approved: 11, inReview: 3 },
      weekly: true,
      today: '2026-11-16',
    },
    from,
  ),
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
      await page.setContent(
        html.replace('cid:logo@cairn', `data:image/png;base64,${LOGO.toString('base64')}`),
      );
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
