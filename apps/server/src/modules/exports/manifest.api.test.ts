import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  ExportSteps,
  flags,
  startTestServer,
  startTestWorker,
  until,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { SigningKeys } from './signing-keys.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
});
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
});

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const isSigned = (bytes: Buffer, signature: string, publicKey: string): boolean =>
  verify(
    null,
    bytes,
    createPublicKey({
      key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'hex')]),
      format: 'der',
      type: 'spki',
    }),
    Buffer.from(signature, 'hex'),
  );

describe('the manifest of a zip', () => {
  test('is signed, and names each file’s fingerprint and approver, the time and the last audit entry', async () => {
    const company = await server.given.company();
    const loan = await server.given.loan(await server.given.phase(company));
    const dana = await server.given.employee(company, {
      givenName: 'Dana',
      familyName: 'Whitfield',
    });
    await server.given.role(loan, dana, 'LENDER');
    const token = await server.given.session(dana, { roleLevel: 'LENDER', company });
    const lease = onePagePdf('Lease', []);
    const { id } = await steps.answered(loan, dana, ['lease.pdf', lease], { title: 'Lease' });
    await server.owner.query(
      `update cairn.element set approved_by = $2, decided_at = '2026-11-01T12:00:00Z' where id = $1`,
      [id, dana.id],
    );
    const una = await server.given.employee(company, { givenName: 'Una', familyName: 'Known' });
    const deed = await steps.answered(loan, dana, ['deed.pdf', onePagePdf('Deed', [])], {
      title: 'Deed',
    });
    await server.owner.query(
      'update cairn.element set approved_by = $2, decided_at = now() where id = $1',
      [deed.id, una.id],
    );
    await steps.refresh(loan, token, flags(true, false));
    const url = await until(
      async () => (await steps.urls(loan, token)).zipPackage ?? undefined,
      60_000,
    );
    const files = await steps.unzipped(url, token);
    const bytes = files['manifest.json']!;
    const { key, signature } = JSON.parse(files['manifest.json.sig']!.toString()) as {
      key: string;
      signature: string;
    };
    const keys = new SigningKeys(server.config.secretKeys);
    const trusted = keys.trusted.find((each) => each.id === key)!;
    expect(isSigned(bytes, signature, trusted.publicKey)).toBe(true);
    bytes[bytes.indexOf('Lease')]! ^= 1;
    expect(isSigned(bytes, signature, trusted.publicKey)).toBe(false);
    bytes[bytes.indexOf('ease') - 1]! ^= 1;
    expect(files['verify.html']!.toString()).toContain(trusted.publicKey);

    const manifest = JSON.parse(bytes.toString()) as {
      auditChain: { position: number; hash: string };
    };
    const { rows } = await server.owner.query<{ hash: Buffer }>(
      'select hash from cairn.audit_entry where chain_id = $1 and position = $2',
      [loan.id, manifest.auditChain.position],
    );
    expect(manifest).toMatchObject({
      lender: company.name,
      loan: { id: loan.id },
      preparedFor: 'Dana Whitfield',
      auditChain: { id: loan.id, hash: rows[0]!.hash.toString('hex') },
      files: expect.arrayContaining([
        expect.objectContaining({
          path: 'Lease.pdf',
          sha256: createHash('sha256').update(lease).digest('hex'),
          approvedBy: 'Dana Whitfield',
          approvedAt: expect.stringContaining('2026-11-01') as string,
        }),
        // The approver is not on the loan, so a borrower, who may be served the same file, must not see her name.
        expect.objectContaining({ path: 'Deed.pdf', approvedBy: company.name }),
      ]) as unknown,
    });
  });

  test('is signed by the newest key; the older ones stay trusted', () => {
    const before = new SigningKeys(['old key']);
    const after = new SigningKeys(['new key', 'old key']);
    const signed = after.sign(Buffer.from('list'));
    const [newest] = after.trusted;
    expect(signed.key).toBe(newest!.id);
    expect(isSigned(Buffer.from('list'), signed.signature, newest!.publicKey)).toBe(true);
    expect(after.trusted).toContainEqual(before.trusted[0]);
    expect(before.trusted).not.toContainEqual(newest);
  });
});
