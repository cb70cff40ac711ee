/** An upload session whose visitor an employee of the target's company confirmed. */
import { newId } from '@cairn/server/platform/ids';
import type { Place, Target } from './target.ts';

export async function vouchedSession(place: Place): Promise<Partial<Target>> {
  const { server, company, colleague, stranger, isTheirs } = place;
  const id = newId();
  const by = (isTheirs ? stranger : colleague).id;
  await server.owner.query(
    `insert into cairn.anonymous_session (company_id, id, account_id, unique_code, email_address, vouched_by, ends_at)
     values ($1, $2, $3, replace(gen_random_uuid()::text, '-', ''), 'visitor@example.com', $3, now() + interval '1 day')`,
    [company.id, id, by],
  );
  await server.owner.query(
    'insert into cairn.secure_upload_visit (company_id, account_id, visits) values ($1, $2, 1) on conflict do nothing',
    [company.id, by],
  );
  return { anonymousSessionId: id };
}
