/**
 * Two people change the same package concurrently: each performs a few random actions on the same few folders and
 * requests. Afterwards the tree must be intact, every acknowledged change must be stored, and the stored totals must
 * equal a count. A seed repeats a run.
 */
import { Random } from './random.ts';
import type { TestServer } from './server.ts';
import type { Account, Company, Loan } from './factories/test-data.ts';

export interface Finding {
  seed: number;
  what: string;
}
export interface Interleaved {
  interleavings: number;
  calls: number;
  /** Replies by status: some must be 409, which shows that the two did interfere. */
  statuses: Record<number, number>;
  found: Finding[];
}

/** Interleavings on one loan before a new one is created. */
const PER_LOAN = 10;

interface Item {
  id: string;
  storageType: 'FILE' | 'FOLDER';
  version: number;
  isRoot: boolean;
}

/** An acknowledged change of one item, ordered by its version. */
interface Acknowledged {
  id: string;
  version: number;
  title?: string;
  parentId?: string;
  placed?: 'anywhere';
}

interface Ledger {
  acknowledged: Acknowledged[];
  removed: Set<string>;
  statuses: Record<number, number>;
  calls: number;
  problems: string[];
}

export async function interleave(
  server: TestServer,
  { interleavings, seed }: { interleavings: number; seed: number },
): Promise<Interleaved> {
  const company = await server.given.company();
  const people = await Promise.all([1, 2].map(() => person(server, company)));
  const result: Interleaved = { interleavings: 0, calls: 0, statuses: {}, found: [] };
  let place: { loan: Loan; documentId: string } | undefined;
  for (let index = 0; index < interleavings; index += 1) {
    const random = new Random(seed + index);
    if (index % PER_LOAN === 0 || !place) place = await plant(server, company, people, random);
    let items = await itemsOf(server, place.loan);
    // Everything was removed, so the two cannot interfere any more.
    if (movableOf(items).length === 0) {
      place = await plant(server, company, people, random);
      items = await itemsOf(server, place.loan);
    }
    const ledger: Ledger = {
      acknowledged: [],
      removed: new Set(),
      statuses: result.statuses,
      calls: 0,
      problems: [],
    };
    const crossed = chooseCrossing(items, random);
    await Promise.all(
      people.map(({ token }, who) =>
        act(
          server,
          { token, place: place!, items, ledger, random: new Random(seed + index * 7 + who) },
          crossed[who]!,
        ),
      ),
    );
    result.calls += ledger.calls;
    result.interleavings += 1;
    const broken = [
      ...ledger.problems,
      ...(await brokenTree(server, place.loan)),
      ...(await lostUpdates(server, place.loan, ledger)),
    ];
    if (broken.length > 0) {
      result.found.push(...broken.map((what) => ({ seed: seed + index, what })));
      // A broken tree stays broken, so a new one is created.
      place = undefined;
    }
  }
  return result;
}

async function person({ given }: TestServer, company: Company) {
  const account = await given.employee(company, { level: 'OWNER' });
  return { account, token: await given.session(account, { roleLevel: 'LENDER', company }) };
}

/** Creates a few nested folders with a few requests: small, so that the two interfere. */
async function plant(
  { given }: TestServer,
  company: Company,
  people: { account: Account }[],
  random: Random,
) {
  const loan = await given.loan(await given.phase(company));
  const folders = [await given.packageOf(loan)];
  for (let count = 0; count < 5; count += 1) {
    folders.push(await given.element(loan, { storageType: 'FOLDER', parent: random.one(folders) }));
  }
  const document = await given.document(loan, people[0]!.account);
  for (let count = 0; count < 4; count += 1) {
    await given.element(loan, {
      parent: random.one(folders),
      ...(random.below(2) === 0 && { answer: { documentId: document.id, by: people[0]!.account } }),
    });
  }
  return { loan, documentId: document.id };
}

async function itemsOf({ owner }: TestServer, loan: Loan): Promise<Item[]> {
  const { rows } = await owner.query<Item>(
    `select id, storage_type as "storageType", version, parent_id is null as "isRoot"
     from cairn.element where company_id = $1 and loan_id = $2`,
    [loan.companyId, loan.id],
  );
  return rows;
}

interface Acting {
  token: string;
  place: { loan: Loan; documentId: string };
  items: Item[];
  ledger: Ledger;
  random: Random;
}

async function act(server: TestServer, acting: Acting, first: Choice): Promise<void> {
  await once(server, acting, first);
  const more = 1 + acting.random.below(2);
  for (let step = 0; step < more; step += 1) {
    await once(server, acting, chooseAny(acting.items, acting.random));
  }
}

const KINDS = [
  'move',
  'move',
  'move',
  'rename',
  'rename',
  'trash',
  'restore',
  'remove',
  'create',
  'answer',
  'approve',
  'hide',
  'copy',
] as const;

interface Choice {
  kind: (typeof KINDS)[number];
  item: Item;
  folder: Item;
}

const foldersOf = (items: Item[]): Item[] =>
  items.filter(({ storageType }) => storageType === 'FOLDER');
const movableOf = (items: Item[]): Item[] => items.filter(({ isRoot }) => !isRoot);

const chooseAny = (items: Item[], random: Random): Choice => ({
  item: random.one(movableOf(items)),
  folder: random.one(foldersOf(items)),
  kind: random.one(KINDS),
});

/** The first, simultaneous action of both; half of the time the pair would break the tree without a lock. */
function chooseCrossing(items: Item[], random: Random): [Choice, Choice] {
  const folders = foldersOf(movableOf(items));
  const [one, other] = [random.one(folders), random.one(folders)];
  if (random.below(2) === 0 || one === undefined || one === other) {
    return [chooseAny(items, random), chooseAny(items, random)];
  }
  const into = random.one([
    { kind: 'move', item: one, folder: other },
    { kind: 'create', item: one, folder: other },
  ] as const);
  const against = random.one([
    { kind: 'move', item: other, folder: one },
    { kind: 'trash', item: other, folder: one },
    { kind: 'hide', item: other, folder: one },
    { kind: 'remove', item: other, folder: one },
  ] as const);
  return [into, against];
}

async function once(server: TestServer, acting: Acting, choice: Choice): Promise<void> {
  const { token, place, ledger, random } = acting;
  const { kind, item, folder } = choice;
  const { loan, documentId } = place;
  const as = { token };
  const change = async (body: Record<string, unknown>): Promise<number> => {
    const answer = await server.call(
      'updateFormElement',
      { params: { id: item.id }, body: { version: item.version, ...body } },
      as,
    );
    if (answer.status === 200) {
      ledger.acknowledged.push({
        id: item.id,
        version: answer.body.version,
        ...(body['title'] !== undefined && { title: body['title'] as string }),
        ...(body['parentId'] !== undefined && { parentId: body['parentId'] as string }),
      });
    }
    return answer.status;
  };
  const acts: Record<(typeof KINDS)[number], () => Promise<number>> = {
    move: () => change({ parentId: folder.id }),
    rename: () => change({ title: `title ${random.below(1e9)}` }),
    hide: () => change({ priorityType: random.one(['HIDDEN', 'MEDIUM']) }),
    approve: () => change({ approved: random.below(2) === 0 }),
    trash: async () =>
      (await server.call('trashElements', { body: { elements: [item.id] } }, as)).status,
    restore: async () => {
      const answer = await server.call('restoreElements', { body: { elements: [item.id] } }, as);
      if (answer.status !== 200) return answer.status;
      const [restored] = answer.body.elements;
      if (!restored) ledger.problems.push('restored, and not there');
      else ledger.acknowledged.push({ id: item.id, version: restored.version, placed: 'anywhere' });
      return answer.status;
    },
    remove: async () => {
      const answer = await server.call('removeElements', { body: { elements: [item.id] } }, as);
      if (answer.status === 200) for (const id of answer.body.ids) ledger.removed.add(id);
      return answer.status;
    },
    create: async () =>
      (
        await server.call(
          'createElements',
          { body: { loanId: loan.id, elements: [{ title: 'new', parentId: folder.id }] } },
          as,
        )
      ).status,
    copy: async () =>
      (
        await server.call(
          'duplicateElements',
          { body: { loanId: loan.id, sourceIds: [item.id] } },
          as,
        )
      ).status,
    answer: async () =>
      (
        await server.call(
          'answerElement',
          { body: { loanId: loan.id, elementId: item.id, documentId } },
          as,
        )
      ).status,
  };
  const status = await acts[kind]();
  ledger.calls += 1;
  ledger.statuses[status] = (ledger.statuses[status] ?? 0) + 1;
  if (status >= 500) ledger.problems.push(`${kind} answered ${status}`);
}

const TREE = `
  with recursive its as (select * from cairn.element where company_id = $1 and loan_id = $2),
  reached as (
    select id, 1 as depth, kept, in_trash from its where parent_id is null
    union all
    select its.id, depth + 1,
      reached.kept or its.priority_type = 'HIDDEN', reached.in_trash or its.deleted_at is not null
    from reached join its on its.parent_id = reached.id where depth < 100
  ),
  counted as (
    select
      count(*) filter (where not in_trash and storage_type = 'FILE')::int as files,
      count(*) filter (where not in_trash and answered)::int as answered,
      count(*) filter (where not in_trash and approved_by is not null)::int as approved,
      count(*) filter (where not in_trash and storage_type = 'FILE' and kept)::int as hidden,
      count(*) filter (where not in_trash and storage_type = 'FOLDER' and parent_id is not null)::int
        as folders,
      count(*) filter (where deleted_at is not null)::int as trashed
    from its
  )
  select
    (select count(*)::int from its where parent_id is null and title = 'Package') as roots,
    (select count(*)::int from its) as items,
    (select count(distinct id)::int from reached) as reached,
    (select count(*)::int from its join reached using (id)
      where (its.kept, its.in_trash) <> (reached.kept, reached.in_trash)) as unsettled,
    to_jsonb(c) as counted,
    jsonb_build_object('files', l.files, 'answered', l.files_answered, 'approved', l.files_approved,
      'hidden', l.files_hidden, 'folders', l.folders, 'trashed', l.trashed) as kept
  from counted c, cairn.loan l where l.company_id = $1 and l.id = $2`;

async function brokenTree({ owner }: TestServer, loan: Loan): Promise<string[]> {
  interface Tree {
    roots: number;
    items: number;
    reached: number;
    unsettled: number;
    counted: Record<string, number>;
    kept: Record<string, number>;
  }
  const { rows } = await owner.query<Tree>(TREE, [loan.companyId, loan.id]);
  const tree = rows[0]!;
  const problems: string[] = [];
  if (tree.roots !== 1) problems.push(`${tree.roots} roots`);
  if (tree.reached !== tree.items) {
    problems.push(
      `${tree.items - tree.reached} of ${tree.items} items are in a cycle or have no parent`,
    );
  }
  if (tree.unsettled > 0) problems.push(`${tree.unsettled} items inherit something wrong`);
  for (const [name, value] of Object.entries(tree.counted)) {
    if (tree.kept[name] !== value)
      problems.push(`${name}: kept ${tree.kept[name]}, counted ${value}`);
  }
  return problems;
}

/** For each item, the acknowledged change with the highest version must be the stored one; versions must be unique. */
async function lostUpdates(
  { owner }: TestServer,
  loan: Loan,
  { acknowledged, removed }: Ledger,
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; title: string; parent_id: string }>(
    'select id, title, parent_id from cairn.element where company_id = $1 and loan_id = $2',
    [loan.companyId, loan.id],
  );
  const standing = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  for (const [id, changes] of Map.groupBy(acknowledged, (each) => each.id)) {
    const inOrder = changes.toSorted((one, other) => one.version - other.version);
    if (new Set(inOrder.map(({ version }) => version)).size !== inOrder.length) {
      problems.push('two changes of one item were acknowledged under one version');
    }
    const row = standing.get(id);
    if (!row) {
      if (!removed.has(id)) problems.push('an item vanished that no client removed');
      continue;
    }
    const title = inOrder.findLast((each) => each.title !== undefined)?.title;
    if (title !== undefined && row.title !== title) problems.push('an acknowledged title is lost');
    const placed = inOrder.findLast((each) => each.parentId !== undefined || each.placed);
    if (placed?.parentId !== undefined && row.parent_id !== placed.parentId) {
      problems.push('an acknowledged move is lost');
    }
  }
  return problems;
}
