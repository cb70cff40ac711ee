import type { Entity, LoanEntity, Owner, Person } from '@cairn/contract';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { Standing } from '../loans/index.ts';
import type { OwnershipRow } from './ownership/index.ts';
import { maskOf, openerFor } from './identifiers.ts';
import { entityPolicy, loanEntityPolicy } from './policy.ts';
import type { LoanEntityRow } from './loan-entities-store.ts';
import type { EntityRow, versionsOf } from './store.ts';

type Secrets = Record<string, string>;

/** Masks need the company's keys, which are read once for all rows of a reply. */
export async function presentEntities(
  keys: CompanyKeys,
  reads: Queries,
  actor: Actor,
  rows: readonly EntityRow[],
): Promise<Entity[]> {
  const secrets = await openAll(keys, reads, rows);
  return rows.map((row, index) => presentEntity(row, actor, secrets[index]!));
}

export async function presentLoanEntities(
  keys: CompanyKeys,
  reads: Queries,
  actor: Actor,
  rows: readonly LoanEntityRow[],
  loan: Standing,
): Promise<LoanEntity[]> {
  const secrets = await openAll(keys, reads, rows);
  const manages = loanEntityPolicy.manage(actor, loan);
  const seesCustomizations = loanEntityPolicy.seeCustomizations(actor, loan);
  return rows.map((row, index) => {
    const { id: entityId, abilities, ...entity } = presentEntity(row, actor, secrets[index]!);
    return {
      ...entity,
      id: row.loan_entity_id,
      entityId,
      loanId: row.loan_id,
      label: row.labels[0] ?? null,
      labels: row.labels,
      templateId: row.template_id,
      templateName: row.template_name,
      customizations: seesCustomizations ? row.customizations : {},
      folderId: row.folder_id,
      abilities: { ...abilities, label: manages, remove: manages },
    };
  });
}

async function openAll(
  keys: CompanyKeys,
  reads: Queries,
  rows: readonly EntityRow[],
): Promise<Secrets[]> {
  const byCompany = Map.groupBy(rows, (row) => row.company_id);
  const secrets = new Map<EntityRow, Secrets>();
  for (const [companyId, companyRows] of byCompany) {
    const open = await openerFor(keys, reads, companyId, companyRows);
    for (const row of companyRows) secrets.set(row, open(row.id, row));
  }
  return rows.map((row) => secrets.get(row)!);
}

function presentEntity(row: EntityRow, actor: Actor, secrets: Secrets): Entity {
  return {
    id: row.id,
    companyId: row.company_id,
    kind: row.kind,
    sherpaEntityType: row.kind,
    name: row.name,
    userId: row.account_id,
    information: row.fields,
    masked: masksOf(row, actor, secrets),
    version: row.version,
    ownersVersion: row.owners_version,
    lastModifiedDate: row.modified_at,
    lastModifiedByUser: presentAuthor(row),
    abilities: { edit: entityPolicy.edit(actor, row), reveal: entityPolicy.reveal(actor, row) },
  };
}

function masksOf(row: EntityRow, actor: Actor, secrets: Secrets): Record<string, string> {
  const digits = entityPolicy.reveal(actor, row);
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, maskOf(row.kind, name, value, digits)]),
  );
}

interface Author {
  by_id: string | null;
  given_name: string | null;
  family_name: string | null;
  email_address: string | null;
}
function presentAuthor({ by_id, given_name, family_name, email_address }: Author): Person | null {
  if (by_id === null || email_address === null) return null;
  return {
    id: by_id,
    givenName: given_name,
    familyName: family_name,
    emailAddress: email_address,
  };
}

export async function presentVersions(
  keys: CompanyKeys,
  reads: Queries,
  actor: Actor,
  entity: EntityRow,
  versions: Awaited<ReturnType<typeof versionsOf>>,
) {
  const open = await openerFor(keys, reads, entity.company_id, versions);
  return versions.map((row) => ({
    version: row.version,
    at: row.created_at,
    by: presentAuthor(row),
    changed: row.changed,
    restoredFrom: row.restored_from,
    information: row.fields,
    masked: masksOf(entity, actor, open(entity.id, row)),
  }));
}

export const presentOwner = (row: OwnershipRow): Owner => ({
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  ownerKind: row.ownerKind,
  ownedId: row.ownedId,
  share: row.share / 100,
  asOf: row.asOf,
});
