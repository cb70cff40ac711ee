/** Identifiers: sealed as they are stored, opened to be masked, and never anywhere else. */
import { fieldOf, type EntityKind } from '@cairn/contract/entity-fields';
import { placeOfIdentifiers, type CompanyKeys, type Sealed } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';

interface SealedRow {
  version: number;
  sealed: Buffer | null;
  key_generation: number | null;
}

/** The identifiers of some versions, each in full. For the masks, a change and a reveal. */
export async function openerFor(
  keys: CompanyKeys,
  reads: Queries,
  companyId: string,
  rows: readonly SealedRow[],
): Promise<(entityId: string, row: SealedRow) => Record<string, string>> {
  const generations = rows.flatMap((row) => row.key_generation ?? []);
  const open = await keys.opening(reads, companyId, [...new Set(generations)]);
  return (entityId, { version, sealed, key_generation }) => {
    if (!sealed || key_generation === null) return {};
    const place = placeOfIdentifiers(companyId, entityId, version);
    return JSON.parse(open(place, { sealed, generation: key_generation })) as Record<
      string,
      string
    >;
  };
}

export async function sealerFor(
  keys: CompanyKeys,
  tx: Tx,
  companyId: string,
): Promise<(entityId: string, version: number, secrets: Record<string, string>) => Sealed | null> {
  const seal = await keys.sealing(tx, companyId);
  return (entityId, version, secrets) =>
    Object.keys(secrets).length === 0
      ? null
      : seal(placeOfIdentifiers(companyId, entityId, version), JSON.stringify(secrets));
}

const DOT = '•';
const maskCharacters = (text: string): string => text.replaceAll(/[A-Z\d]/gi, DOT);

/** The last four digits tell two apart; of a date of birth nothing does but all of it. */
export function maskOf(kind: EntityKind, name: string, value: string, digits: boolean): string {
  const how = fieldOf(kind, name)?.kind;
  if (!digits || how === 'birthDate') return how === 'birthDate' ? '••/••/••••' : '••••';
  if (how === 'accountNumber') return `••••${value.length > 6 ? value.slice(-4) : ''}`;
  return maskCharacters(value.slice(0, -4)) + value.slice(-4);
}
