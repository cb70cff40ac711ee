/** The demo lender's branding, and its contact for borrowers. */
import type { Company } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

export async function publishPortal(client: pg.Client, company: Company): Promise<void> {
  await client.query(
    `insert into cairn.portal_settings (company_id, brand_color, welcome, contact_name, contact_title, contact_phone,
       apply_minutes, response_days, legal_line, loan_texts)
     values ($1, '#12365F', 'Start on your phone, finish anywhere.', 'Dana Whitfield', 'Loan officer',
       '(541) 555-0142', 25, 2, 'Member FDIC. Equal Housing Lender.',
       '{"SBA_504": "Buy or build property your business will use. Often 10% down."}')`,
    [company.id],
  );
}
