/** A lender that uses the product: the real web application and worker, on the drill's cluster. */
import { createHash, randomBytes } from 'node:crypto';
import { startTestServer, startTestWorker, until, type TestDatabase } from '@cairn/testing';

export interface World {
  /** Uploads files, and waits until they are scanned. */
  upload(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** SHA-256 of the sent content, by document. */
export const sent = new Map<string, string>();

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function startWorld(database: TestDatabase): Promise<World> {
  const server = await startTestServer({ database, durable: true, logLevel: 'error' });
  const worker = await startTestWorker(server);
  const { given } = server;
  const company = await given.company({ name: `Lender ${randomBytes(3).toString('hex')}` });
  const employee = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(employee, { roleLevel: 'LENDER', company });
  const loan = await given.loan(await given.phase(company));
  await given.role(loan, employee, 'LENDER');

  const uploadOne = async (): Promise<void> => {
    const content = `Rent roll ${randomBytes(2000).toString('base64')}`;
    const query = { name: 'rent-roll.txt', size: content.length, loanId: loan.id };
    const signed = (await server.call('getUploadUrl', { query }, { token })).body;
    const options = { method: 'PUT', headers: signed.headers, body: content };
    const { ok } = await fetch(signed.uploadUrl, options);
    const body = { ...query, key: signed.key };
    const created = await server.call('createDocument', { body }, { token });
    if (!ok || created.status !== 200) throw new Error(created.text);
    sent.set(created.body.id, sha256(Buffer.from(content)));
  };

  return {
    async upload(count) {
      for (let index = 0; index < count; index += 1) await uploadOne();
      await until(async () => {
        const { rows } = await server.owner.query(
          `select 1 from cairn.document where virus_scan_state <> 'CLEAN' limit 1`,
        );
        return rows.length === 0;
      }, 120_000);
    },
    async stop() {
      await worker.stop();
      await server.stop();
    },
  };
}
