/** A pending download: the caller's in scope `own`, otherwise another person's. */
import type { Place, Target } from './target.ts';

export async function queuedDownload(place: Place): Promise<Partial<Target>> {
  const { server, loan, account, scope, colleague, stranger, isTheirs } = place;
  const { owner } = server;
  // Downloads that earlier cells requested count against a person's limit.
  await owner.query(
    `delete from cairn.package_file f using cairn.download_job j
     where (j.company_id, j.id) = (f.company_id, f.job_id) and j.account_id = $1`,
    [account.id],
  );
  await owner.query('delete from cairn.download_job where account_id = $1', [account.id]);
  const other = isTheirs ? stranger : colleague;
  const { rows } = await owner.query<{ id: string }>(
    `insert into cairn.download_job (company_id, account_id, loan_id, item_ids, fingerprint)
     select l.company_id, $2, l.id, array(select e.id from cairn.element e
       where e.company_id = l.company_id and e.loan_id = l.id and e.parent_id is null limit 1),
       sha256(gen_random_uuid()::text::bytea)
     from cairn.loan l where l.id = $1 returning id`,
    [loan.id, scope === 'own' ? account.id : other.id],
  );
  return rows[0] ? { downloadJobId: rows[0].id } : {};
}
