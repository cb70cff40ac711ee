import type { DriversLicense, LicenseImage } from '@cairn/contract/drivers-licenses';
import type { LicenseContent } from './content.ts';
import type { LicenseRow } from './store.ts';

export const presentLicense = (
  row: LicenseRow | undefined,
  content: LicenseContent | null,
  abilities: DriversLicense['abilities'],
): DriversLicense => ({
  dlFront: row
    ? presentImage(row.front_id, row.front_name, row.front_state, row.front_reason)
    : null,
  dlBack: row ? presentImage(row.back_id, row.back_name, row.back_state, row.back_reason) : null,
  license: content && {
    firstName: content.firstName,
    lastName: content.lastName,
    expiresOn: content.expiresOn,
    jurisdiction: content.jurisdiction,
    address: content.address,
    masked: {
      licenseNumber: maskNumber(content.licenseNumber),
      licenseBirthDate: '••/••/••••',
    },
  },
  version: row?.version ?? 0,
  abilities,
});

function presentImage(
  id: string | null,
  name: string | null,
  virusScanState: LicenseImage['virusScanState'],
  scanReason: LicenseImage['scanReason'],
): LicenseImage | null {
  return id === null || name === null ? null : { id, name, virusScanState, scanReason };
}

/**
 * Shows the last four characters, which distinguish two cards. Of six characters or fewer it shows none, because four
 * would reveal most of them.
 */
const maskNumber = (number: string): string => `••••${number.length > 6 ? number.slice(-4) : ''}`;
