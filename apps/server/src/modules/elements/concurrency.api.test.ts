import { startTestServer, type TestServer } from '@cairn/testing';
import { interleave } from '@cairn/testing/interleave';
import { newId } from '@cairn/server/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addElements } from './add-elements-store.ts';
import { addEntityFolders } from './entity-folders-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** drills/tree runs a thousand, and shows that the same run fails without the lock. */
test('two people edit, move and delete the same subtree at once: the tree stays whole', async () => {
  const { found, statuses } = await interleave(server, { interleavings: 40, seed: 20_260 });
  expect(found).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(40);
  expect(statuses[409]).toBeGreaterThan(10);
}, 120_000);

test('2,500 items go in by one statement, in bounded time', async () => {
  const company = await server.given.company();
  const loan = await server.given.loan(await server.given.phase(company));
  const loanPackage = { companyId: company.id, loanId: loan.id };
  const folders = Array.from({ length: 250 }, (_, index) => ({
    id: newId(),
    title: `Folder ${index}`,
    storageType: 'FOLDER' as const,
    ...(index % 25 === 0 && { priorityType: 'HIDDEN' as const }),
  }));
  const files = Array.from({ length: 2250 }, (_, index) => ({
    title: `Request ${index}`,
    parentId: folders[index % 250]!.id,
  }));
  const started = performance.now();
  const ids = await server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
    addElements(tx, loanPackage, [...files, ...folders]),
  );
  const took = performance.now() - started;
  console.log(`2,500 items in one transaction: ${Math.round(took)} ms`);
  expect(ids).toHaveLength(2500);
  expect(took).toBeLessThan(10_000);
  const { rows } = await server.owner.query(
    'select files, files_hidden, folders, folders_hidden from cairn.loan where id = $1',
    [loan.id],
  );
  expect(rows).toEqual([{ files: 2250, files_hidden: 90, folders: 250, folders_hidden: 10 }]);
}, 60_000);

test('the folder of an entity comes back out of the trash when the entity comes again, and lets go when it is deleted', async () => {
  const company = await server.given.company();
  const loan = await server.given.loan(await server.given.phase(company));
  const entity = await server.given.entity(loan, { kind: 'TRUST', name: 'Marsh Family Trust' });
  const folders = () =>
    server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
      addEntityFolders(tx, { companyId: company.id, loanId: loan.id }, [
        { entityId: entity.id, kind: 'TRUST', title: 'Marsh Family Trust' },
      ]),
    );
  const folderId = (await folders()).get(entity.id);
  await server.owner.query('update cairn.element set deleted_at = now() where id = $1', [folderId]);
  expect((await folders()).get(entity.id)).toBe(folderId);
  const { rows } = await server.owner.query(
    `select title, in_trash, sherpa_entity_id, sherpa_entity_type from cairn.element where id = $1`,
    [folderId],
  );
  expect(rows).toEqual([
    {
      title: 'Marsh Family Trust',
      in_trash: false,
      sherpa_entity_id: entity.id,
      sherpa_entity_type: 'TRUST',
    },
  ]);
  await server.owner.query('update cairn.loan_entity set folder_id = $1 where loan_id = $2', [
    folderId,
    loan.id,
  ]);
  await server.owner.query('delete from cairn.element where id = $1', [folderId]);
  const { rows: links } = await server.owner.query(
    'select folder_id from cairn.loan_entity where loan_id = $1',
    [loan.id],
  );
  expect(links).toEqual([{ folder_id: null }]);
});
