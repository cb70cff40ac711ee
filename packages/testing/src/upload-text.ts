/** Sends a small text file as a page does: three calls, after which the worker scans it. Returns the document's id. */
import type { Loan } from './factories/shapes.ts';
import type { TestServer } from './server.ts';

const CONTENT = 'Rent roll';

export async function uploadText(server: TestServer, loan: Loan, token: string): Promise<string> {
  const query = { name: 'rent-roll.txt', size: CONTENT.length, loanId: loan.id };
  const { body: signed } = await server.call('getUploadUrl', { query }, { token });
  await fetch(signed.uploadUrl, { method: 'PUT', headers: signed.headers, body: CONTENT });
  const body = { ...query, key: signed.key };
  const reply = await server.call('createDocument', { body }, { token });
  if (reply.status !== 200) throw new Error(`the upload was answered with ${reply.status}`);
  return reply.body.id;
}
