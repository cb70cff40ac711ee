/** Encrypts identifiers for storage, and decrypts them to mask or reveal them. */
import { fieldOf, type EntityKind } from '@cairn/contract/entity-fields';
import { placeOfIdentifiers, type CompanyKeys, type Sealed } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';

interface SealedRow {
  version: number;
  sealed: Buffer | null;
  key_generation: number | null;
}

/** Returns a function that decrypts the identifiers of these versions, for masks, changes and reveals. */
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

/** Shows the last four digits, which distinguish two numbers; a date of birth is masked completely. */
export function maskOf(kind: EntityKind, name: string, value: string, digits: boolean): string {
  const how = fieldOf(kind, name)?.kind;
  if (!digits || how === 'birthDate') return how === 'birthDate' ? '••/••/••••' : '••••';
  if (how === 'accountNumber') return `••••${value.length > 6 ? value.slice(-4) : ''}`;
  return maskCharacters(value.slice(0, -4)) + value.slice(-4);
}
