/** Saved replies of the demo's lender. */
import { newId } from '@cairn/server/platform/ids';
import type { Account, Company } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

const REPLIES: readonly (readonly [title: string, body: string])[] = [
  [
    'Page missing or unreadable',
    'Thank you for sending this. One page is missing or hard to read. Please send the whole document again as one PDF. A photo is fine if:\n- all four corners are in the picture\n- every line can be read\n- the pages are in order',
  ],
  [
    'Tax returns: what to send',
    'For each tax return, please send:\n- all pages and all schedules, including K-1s\n- the signature page, signed and dated\n- the extension, if the return isn’t filed yet\nYour accountant can upload them for you: add them under People on the loan.',
  ],
  [
    'What happens next',
    'We have everything we need for now. Next:\n- Underwriting reviews the package, usually within five business days.\n- I’ll write here if there are questions.\n- You don’t need to do anything until then.',
  ],
];

export async function keepReplies(client: pg.Client, company: Company, by: Account): Promise<void> {
  for (const [title, body] of REPLIES) {
    await client.query(
      `insert into cairn.saved_reply (company_id, id, title, body, modified_by) values ($1, $2, $3, $4, $5)`,
      [company.id, newId(), title, body, by.id],
    );
  }
}
