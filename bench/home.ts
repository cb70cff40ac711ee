/**
 * node bench/home.ts [requests] [people]: counts the statements of the borrower's home page with 25 requests and one
 * person, and with 2,500 requests and 20 people. Fails if the number of statements grows. Prints the time of the
 * largest call and of the bare query.
 */
import { makeTemplate, startTestServer, type TestServer } from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';
import { median } from './statistics.ts';

const REQUESTS = Number(process.argv[2] ?? 2500);
const PEOPLE = Number(process.argv[3] ?? 20);
const ROUNDS = 15;

/** Counts the application's reading statements. */
function countReads(server: TestServer): () => number {
  let count = 0;
  const { db } = server;
  const reads = db.reads.bind(db);
  db.reads = (...args) => {
    const inner = reads(...args);
    return {
      ...inner,
      run: (query) => {
        count += 1;
        return inner.run(query);
      },
      together: (...queries) => {
        count += queries.length;
        return inner.together(...queries);
      },
    } as typeof inner;
  };
  return () => count;
}

async function makeLoan(server: TestServer, requests: number, people: number) {
  const { given } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const borrower = await given.account();
  await given.role(loan, borrower, 'BORROWER');
  for (let count = 1; count < people; count += 1) {
    await given.role(loan, await given.account(), 'PRINCIPAL');
  }
  for (let count = 0; count < requests; count += 1) {
    await given.element(loan, { title: `Document ${count}` });
  }
  return { loan, company, token: await given.session(borrower, { roleLevel: 'BORROWER' }) };
}
type Made = Awaited<ReturnType<typeof makeLoan>>;

/** The calls of the home page that depend on the loan. */
async function openHome(server: TestServer, { loan, token }: Made): Promise<number> {
  const as = { token };
  const [loans, elements] = await Promise.all([
    server.call('viewLoans', { query: {} }, as),
    server.call('listElements', { params: { id: loan.id } }, as),
  ]);
  if (loans.status !== 200 || elements.status !== 200) throw new Error(elements.text);
  return elements.body.elements.length;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ logLevel: 'silent' });
try {
  const countStatements = countReads(server);
  const statements: number[] = [];
  let large: Made | undefined;
  for (const [requests, people] of [
    [25, 1],
    [REQUESTS, PEOPLE],
  ] as const) {
    large = await makeLoan(server, requests, people);
    await server.owner.query('analyze');
    await openHome(server, large);
    const before = countStatements();
    const elementCount = await openHome(server, large);
    statements.push(countStatements() - before);
    console.log(
      `${requests} requests, ${people} people: ${statements.at(-1)} statements, ${elementCount} elements`,
    );
  }
  const { loan, company, token } = large!;
  const call: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    call.push(
      await timed(() => server.call('listElements', { params: { id: loan.id } }, { token })),
    );
    bare.push(
      await timed(() =>
        server.owner.query(
          `select e.*, d.name, d.size, d.virus_scan_state, d.created_by as sender from cairn.element e
           left join cairn.document d on d.company_id = e.company_id and d.id = e.answer_document_id
           where e.company_id = $1 and e.loan_id = $2`,
          [company.id, loan.id],
        ),
      ),
    );
  }
  console.log(
    `listElements ${median(call).toFixed(1)} ms, bare query ${median(bare).toFixed(1)} ms, ratio ${(median(call) / median(bare)).toFixed(2)}`,
  );
  if (statements[1]! > statements[0]!) {
    console.error('the number of statements grows with the loan');
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}
