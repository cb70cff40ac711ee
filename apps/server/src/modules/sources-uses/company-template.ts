import type { SheetTemplate } from '@cairn/contract';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { canFillWorkbook, fillWorkbook, MAX_WORKBOOK_BYTES } from '../../platform/fill-workbook.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { isMissingObject, type WebStorage } from '../../platform/object-storage.ts';
import { IntegrityError, readStoredBytes } from '../../platform/stored-file.ts';
import { workbook, type SheetContent } from '../../platform/xlsx.ts';
import { blockIfDamaged, isUsable } from '../documents/index.ts';
import { chosenTemplateOf, templateFileOf, type TemplateFile } from './store.ts';

export interface TemplateDeps {
  readonly storage: WebStorage;
  readonly db: Db;
  readonly log: Parameters<typeof blockIfDamaged>[0]['log'];
}

/** A workbook has up to 30 MB unpacked, and is in memory twice while it is filled. */
const limited = limitConcurrency(2);

/** Returns whether an export uses the company's spreadsheet, without writing it. */
export async function checkTemplate(
  deps: TemplateDeps & { reads: Queries; actor: Actor },
  companyId: string,
  sheet: SheetContent,
): Promise<SheetTemplate> {
  const { reads, actor } = deps;
  const [file] = await reads.run(templateFileOf(companyId));
  if (file) {
    return limited(async () => {
      const content = await readTemplate(deps, file);
      return content && (await canFillWorkbook(content, sheet)) ? 'FILLED' : 'UNUSABLE';
    });
  }
  // External underwriters learn nothing about the company's files.
  if (!isPlatformAdmin(actor) && actor.companyId !== companyId) return 'NONE';
  const templates = await reads.run(chosenTemplateOf(companyId));
  return templates.length > 0 ? 'UNUSABLE' : 'NONE';
}

export async function fillTemplate(
  deps: TemplateDeps & { reads: Queries },
  companyId: string,
  { sheet, at }: { sheet: SheetContent; at: Date },
): Promise<Buffer> {
  const [file] = await deps.reads.run(templateFileOf(companyId));
  const filled =
    file &&
    (await limited(async () => {
      const content = await readTemplate(deps, file);
      return content && fillWorkbook(content, sheet, at);
    }));
  return filled ?? workbook(sheet, at);
}

async function readTemplate(
  { storage, db, log }: TemplateDeps,
  file: TemplateFile,
): Promise<Buffer | undefined> {
  const { vault_key: key, sha256, chunk_sha256: chunkSha256, size } = file;
  if (!isUsable(file) || key === null || sha256 === null || size > MAX_WORKBOOK_BYTES)
    return undefined;
  try {
    return await readStoredBytes(storage.vault, { key, sha256, chunkSha256, size });
  } catch (error) {
    if (isMissingObject(error)) {
      const { company_id: companyId, id: documentId } = file;
      log.error(
        { companyId, documentId, key },
        'the vault has no object for a spreadsheet template, or refuses web to read it: exports come without it; run cairn check, then restore the object from a backup',
      );
      return undefined;
    }
    if (!(error instanceof IntegrityError)) throw error;
    await blockIfDamaged({ db, log }, file, error);
    return undefined;
  }
}
