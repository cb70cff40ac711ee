/** The signed list of an export's files: what each file is, who approved it, and the state of the audit log. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Receipt } from '@cairn/contract';
import { fullName } from '../../platform/full-name.ts';
import { approvalOf, type ManifestFacts, type SignedManifest } from './manifest-store.ts';
import type { LeftOut, Plan, PlannedFile } from './plan.ts';
import type { PublicKey, SigningKeys } from './signing-keys.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.json.sig';
export const VERIFY_PAGE = 'verify.html';

interface Packed {
  readonly size: number;
  readonly sha256: Buffer;
}

export interface ListedFiles {
  readonly plan: Plan;
  readonly paths: readonly string[];
  readonly packed: readonly Packed[];
  /** Files that we generated. */
  readonly generated?: readonly { readonly path: string; readonly bytes: Buffer }[];
  /** The content of verify.html. */
  readonly page: Buffer;
}

export function signManifest(
  keys: SigningKeys,
  facts: ManifestFacts,
  { plan, paths, packed, generated = [], page }: ListedFiles,
): SignedManifest {
  const files = plan.files.map((file, index) => ({
    path: paths[index],
    originalName: file.name,
    size: packed[index]!.size,
    sha256: packed[index]!.sha256.toString('hex'),
    version: file.version,
    ...approvalIn(facts, file),
  }));
  const ownFiles = generated.map(({ path, bytes }) => ({
    path,
    originalName: path,
    size: bytes.length,
    sha256: hexDigest(bytes),
    version: 1,
    approvedBy: null,
    approvedAt: null,
  }));
  const { approvers: _, ...about } = facts;
  const content = {
    format: 'cairn-export-1',
    ...about,
    files: [...files, ...ownFiles],
    notIncluded: plan.leftOut,
    // Lets the lender's own verification page detect that the page in the zip was replaced.
    page: { path: VERIFY_PAGE, size: page.length, sha256: hexDigest(page) },
  };
  const manifest = `${JSON.stringify(content, undefined, 2)}\n`;
  const signature = `${JSON.stringify(keys.sign(Buffer.from(manifest)))}\n`;
  return { manifest, signature };
}

const approvalIn = (facts: ManifestFacts, file: PlannedFile) => {
  const approval = approvalOf(facts, file);
  return { approvedBy: approval?.name ?? null, approvedAt: approval?.at ?? null };
};

export interface PdfPart {
  readonly file: PlannedFile;
  readonly folder: string;
  /** The file as it was sent. */
  readonly original: Packed;
  readonly pages: number;
}

/** The list of one PDF's documents. It is embedded in the PDF, whose signature covers it. */
export function pdfManifest(
  facts: ManifestFacts,
  parts: readonly PdfPart[],
  starts: readonly number[],
  leftOut: readonly LeftOut[],
): Buffer {
  const { approvers: _, ...about } = facts;
  const files = parts.map(({ file, folder, original, pages }, index) => ({
    path: folder === '' ? file.title : `${folder} / ${file.title}`,
    originalName: file.name,
    size: original.size,
    sha256: original.sha256.toString('hex'),
    version: file.version,
    firstPage: starts[index]! + 1,
    pages,
    ...approvalIn(facts, file),
  }));
  const content = { format: PDF_FORMAT, ...about, files, notIncluded: leftOut };
  return Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`);
}
export const PDF_FORMAT = 'cairn-pdf-1';

export const hexDigest = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');

const template = readFileSync(new URL('verify-page.html', import.meta.url), 'utf8');

/** Escaped, so that no character ends the surrounding HTML element. */
const inPage = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** A page that verifies a zip, a PDF or a receipt from disk, without a network. It trusts this installation's keys. */
export const verifyPage = (
  trusted: readonly PublicKey[],
  signed: SignedReceipt | null = null,
): Buffer =>
  Buffer.from(
    template.replace('KEYS', () => inPage(trusted)).replace('SIGNED', () => inPage(signed)),
  );

export interface SignedReceipt {
  /** The signed JSON text, unchanged. */
  readonly text: string;
  readonly key: string;
  readonly signature: string;
}

/** Proof that the lender has these bytes: a page that verifies itself, and compares a file with what was sent. */
export function receiptPage(keys: SigningKeys, receipt: Receipt & { sha256: string }): Buffer {
  const { givenName, familyName, emailAddress } = receipt.sentByUser ?? {};
  const text = JSON.stringify({
    format: 'cairn-receipt-1',
    number: receipt.number,
    lender: receipt.companyName,
    loan: receipt.loanName,
    request: receipt.requestTitle,
    fileName: receipt.fileName,
    size: receipt.size,
    sha256: receipt.sha256,
    sentAt: receipt.sentDate,
    sentBy: fullName(givenName, familyName) || emailAddress || null,
    signedAt: new Date().toISOString(),
  });
  return verifyPage(keys.trusted, { text, ...keys.sign(Buffer.from(text)) });
}
