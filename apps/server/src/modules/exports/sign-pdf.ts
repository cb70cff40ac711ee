/**
 * Signs a PDF with a comment after its end, which readers ignore. The signature covers every byte before it, and
 * locates the list of the PDF's documents.
 */
import { appendFile } from 'node:fs/promises';
import { digesterOfFile } from '../../platform/multipart-upload.ts';
import { NO_LINK } from '../../platform/sandbox.ts';
import type { Digests } from '../../platform/stored-file.ts';
import { PDF_FORMAT } from './manifest.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Returns the digests of the signed file, which is read once. */
export async function signPdf(
  path: string,
  keys: SigningKeys,
  manifest: { at: number; length: number },
): Promise<Digests> {
  const digester = await digesterOfFile(path);
  const { size } = digester;
  const sha256 = digester.sha256();
  const statement = Buffer.from(
    JSON.stringify({ format: PDF_FORMAT, size, sha256: sha256.toString('hex'), manifest }),
  );
  const { key, signature } = keys.sign(statement);
  const line = Buffer.from(`%cairn-signature ${statement.toString('hex')} ${key} ${signature}\n`);
  await appendFile(path, line, { flag: NO_LINK.append });
  digester.update(line);
  return digester.digests();
}
