/** The content of a license. It is encrypted at rest, and decrypted only to be masked or revealed. */
import type { Authorized } from '../../platform/authorize.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { findLicense, saveContent, type LicenseRow } from './store.ts';

export interface LicenseContent {
  firstName: string;
  lastName: string;
  birthDate: string;
  expiresOn: string;
  licenseNumber: string;
  jurisdiction: string;
  address: {
    street: string;
    unit: string;
    city: string;
    state: string;
    postalCode: string;
  } | null;
}

interface EntityRef {
  readonly company_id: string;
  readonly id: string;
}

/** Additional authenticated data, so that the content cannot be copied to another person's row. */
const placeOf = ({ company_id, id }: EntityRef, version: number): string =>
  `drivers license ${company_id} ${id} ${version}`;

export async function sealContent(
  tx: Tx,
  keys: CompanyKeys,
  entity: Authorized<'edit', EntityRef>,
  version: number,
  content: LicenseContent,
  by: string,
): Promise<void> {
  const seal = await keys.sealing(tx, entity.company_id);
  const sealed = seal(placeOf(entity, version), JSON.stringify(content));
  await saveContent(tx, entity, { version, sealed, by });
}

export async function openContent(
  reads: Queries,
  keys: CompanyKeys,
  entity: EntityRef,
  row: Pick<LicenseRow, 'version' | 'sealed' | 'key_generation'>,
): Promise<LicenseContent | null> {
  const { version, sealed, key_generation: generation } = row;
  if (sealed === null || generation === null) return null;
  const open = await keys.opening(reads, entity.company_id, [generation]);
  return JSON.parse(open(placeOf(entity, version), { sealed, generation })) as LicenseContent;
}

/** The license's values by field name, for revealIdentifier. */
export const licenseIdentifiers =
  (keys: CompanyKeys) =>
  async (reads: Queries, entity: EntityRef): Promise<Record<string, string>> => {
    const row = await findLicense(reads, entity);
    const content = row && (await openContent(reads, keys, entity, row));
    if (!content) return {};
    return { licenseNumber: content.licenseNumber, licenseBirthDate: content.birthDate };
  };
