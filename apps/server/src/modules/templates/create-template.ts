/** Creates templates: empty, from a CSV file, from the library, or as a copy. */
import type { BlockType } from '@cairn/contract/template-terms';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { cutTo } from '../../platform/unicode.ts';
import { blockFolder, Draft, recordTemplate, type Editable } from './draft.ts';
import { copyElements, writeElements } from './elements/store.ts';
import { libraryTemplate } from './library/library.ts';
import { templatePolicy } from './policy.ts';
import {
  findCompany,
  findTemplate,
  insertTemplate,
  saveTemplate,
  type TemplateRow,
} from './store.ts';
import type { PlainTemplate } from './template-csv.ts';

/** The caller's own company, or the one that an administrator names. */
export async function companyToMakeFor(
  reads: Queries,
  actor: Actor,
  companyId: string | undefined,
) {
  const id = companyId ?? actor.companyId;
  if (id === null) {
    if (!isPlatformAdmin(actor)) throw new ApiError('UNAUTHORIZED');
    throw invalidField('company', 'Choose a company');
  }
  const company = await findCompany(reads, actor, id);
  if (!company) throw new ApiError('NOT_FOUND');
  return authorize(templatePolicy, 'edit', actor, company);
}

interface TemplateFields {
  name: string;
  blockType: BlockType;
  loanType?: string | null | undefined;
  entityType?: string | null | undefined;
}

async function insert(
  tx: Tx,
  actor: Actor,
  companyId: string,
  { name, blockType, loanType, entityType }: TemplateFields,
  libraryKey: string | null = null,
): Promise<Editable> {
  const id = newId();
  await insertTemplate(
    tx,
    {
      company_id: companyId,
      id,
      name,
      block_type: blockType,
      loan_type: loanType ?? null,
      entity_type: entityType ?? null,
      library_key: libraryKey,
    },
    actor.accountId,
  );
  return authorize(templatePolicy, 'edit', actor, await requireTemplate(tx, actor, id));
}

const requireTemplate = async (tx: Tx, actor: Actor, id: string): Promise<TemplateRow> =>
  (await findTemplate(tx, actor, id))!;

export async function makeEmpty(
  tx: Tx,
  actor: Actor,
  input: TemplateFields & {
    company?: string | undefined;
    entityTypeLinks?: readonly Exclude<BlockType, 'LOAN'>[] | undefined;
  },
): Promise<TemplateRow> {
  const company = await companyToMakeFor(tx, actor, input.company);
  const links = input.entityTypeLinks ?? [];
  if (links.length > 0 && input.blockType !== 'LOAN') {
    throw invalidField('entityTypeLinks', 'Only a loan template can have blocks for entities');
  }
  const template = await insert(tx, actor, company.id, input);
  if (links.length > 0) {
    await (await Draft.of(tx, actor, template)).create([...new Set(links)].map(blockFolder));
  }
  recordTemplate(tx, actor, template, 'template.created');
  return requireTemplate(tx, actor, template.id);
}

/** Rows of the library or of a CSV file, which are valid already. */
export async function makeFrom(
  tx: Tx,
  actor: Actor,
  companyId: string,
  plain: PlainTemplate,
  from: { kind: 'template.adopted' | 'template.uploaded'; libraryKey?: string },
): Promise<TemplateRow> {
  const { libraryKey = null } = from;
  const fields: TemplateFields = {
    name: plain.name,
    blockType: plain.block_type,
    loanType: plain.loan_type,
    entityType: plain.entity_type,
  };
  const template = await insert(tx, actor, companyId, fields, libraryKey);
  await writeElements(tx, template, plain.elements);
  await saveTemplate(tx, template, { revision: 1, modified_by: actor.accountId });
  recordTemplate(tx, actor, template, from.kind, {
    ...(libraryKey && { libraryKey }),
    elements: plain.elements.length,
  });
  return requireTemplate(tx, actor, template.id);
}

export async function adoptLibraryTemplate(
  tx: Tx,
  actor: Actor,
  input: { libraryKey: string; name?: string | undefined; company?: string | undefined },
): Promise<TemplateRow> {
  const company = await companyToMakeFor(tx, actor, input.company);
  const plain = libraryTemplate(input.libraryKey);
  if (!plain) throw new ApiError('NOT_FOUND');
  const fields = { ...plain, name: input.name ?? plain.name };
  const { libraryKey } = input;
  return makeFrom(tx, actor, company.id, fields, { kind: 'template.adopted', libraryKey });
}

/** Within the company only, because one lender's template is not visible to others. */
export async function copyTemplate(
  tx: Tx,
  actor: Actor,
  input: { templateId: string; version: number; name?: string | undefined },
): Promise<TemplateRow> {
  const source = await findTemplate(tx, actor, input.templateId);
  if (!source) throw new ApiError('NOT_FOUND');
  const original = authorize(templatePolicy, 'edit', actor, source);
  if (input.version > original.published_version) throw new ApiError('NOT_FOUND');
  const template = await insert(
    tx,
    actor,
    original.company_id,
    {
      name: input.name ?? nameOfCopy(original.name),
      blockType: original.block_type,
      loanType: original.loan_type,
      entityType: original.entity_type,
    },
    original.library_key,
  );
  await copyElements(tx, { ...original, version: input.version }, template);
  await saveTemplate(tx, template, { revision: 1, modified_by: actor.accountId });
  recordTemplate(tx, actor, template, 'template.copied', { from: original.id });
  return requireTemplate(tx, actor, template.id);
}

const LONGEST = 255;
const nameOfCopy = (name: string): string => {
  const copyOf = ' (copy)';
  return `${cutTo(name, LONGEST - copyOf.length)}${copyOf}`;
};
