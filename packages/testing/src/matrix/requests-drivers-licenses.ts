/** Aims of the calls about driver's licenses. */
import type { driversLicenses } from '@cairn/contract/drivers-licenses';
import type { Aim, Aimed } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/** `own` is the caller's license, the other scopes have that of another person on the loan. */
const LICENSE: readonly Scope[] = ['self', 'own', 'same-company', 'other-company', 'missing'];

const personOf = (target: Target, scope: Scope) => ({
  id: scope === 'self' ? target.entity.id : target.individual.id,
});
const licenseById = (target: Target, scope: Scope): Aimed => ({ params: personOf(target, scope) });

export const DRIVERS_LICENSE_AIMS: Record<keyof typeof driversLicenses, Aim> = {
  getDriversLicense: { scopes: LICENSE, at: licenseById },
  saveDriversLicense: {
    scopes: LICENSE,
    at: (target, scope) => ({
      params: personOf(target, scope),
      body: {
        version: 0,
        firstName: 'Elena',
        lastName: 'Marsh',
        birthDate: '1984-03-14',
        expiresOn: '2031-03-14',
        licenseNumber: 'D4471920',
        jurisdiction: 'OR',
        address: null,
      },
    }),
  },
  removeLicenseFront: { scopes: LICENSE, at: licenseById },
  removeLicenseBack: { scopes: LICENSE, at: licenseById },
  // A file of another person: a permitted caller gets NOT_FOUND.
  addLicenseImage: {
    scopes: LICENSE,
    at: (target, scope) => ({
      params: personOf(target, scope),
      body: { side: 'front', documentId: target.documentId },
    }),
  },
};
