/** The list of a zip's files: what each one was, who approved it, and the state of the audit log. Signed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ManifestFacts, SignedManifest } from './manifest-store.ts';
import type { Plan } from './plan.ts';
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
  /** The bytes of verify.html. */
  readonly page: Buffer;
}

export function signManifest(
  keys: SigningKeys,
  facts: ManifestFacts,
  { plan, paths, packed, page }: ListedFiles,
): SignedManifest {
  const approvals = new Map(facts.approvals.map((each) => [each.documentId, each]));
  const files = plan.files.map(({ name, documentId, version }, index) => {
    const approval = approvals.get(documentId);
    return {
      path: paths[index],
      originalName: name,
      size: packed[index]!.size,
      sha256: packed[index]!.sha256.toString('hex'),
      version,
      approvedBy: approval?.name ?? null,
      approvedAt: approval?.at ?? null,
    };
  });
  const { approvals: _, ...about } = facts;
  const content = {
    format: 'cairn-export-1',
    ...about,
    files,
    notIncluded: plan.leftOut,
    // So that a page of the lender's also tells when the one in the zip is not ours.
    page: { path: VERIFY_PAGE, size: page.length, sha256: sha256Of(page) },
  };
  const manifest = `${JSON.stringify(content, undefined, 2)}\n`;
  const signature = `${JSON.stringify(keys.sign(Buffer.from(manifest)))}\n`;
  return { manifest, signature };
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const template = readFileSync(new URL('verify-page.html', import.meta.url), 'utf8');

/** Opened from a disk, it checks the zip without a network. It trusts the keys of this installation. */
export const verifyPage = (trusted: readonly PublicKey[]): Buffer =>
  Buffer.from(template.replace('KEYS', JSON.stringify(trusted)));
