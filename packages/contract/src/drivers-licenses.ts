import { z } from 'zod';
import { SCAN_REASONS, VIRUS_SCAN_STATES } from './constants.ts';
import { LICENSE_NUMBER, LICENSE_SIDES } from './drivers-license-terms.ts';
import { endpoint } from './endpoint.ts';
import { byId, day, id, MAX_VERSION, text } from './shapes.ts';

const jurisdiction = z.string().regex(/^[A-Z]{2}$/, 'Enter a state, like OR');
const address = z.strictObject({
  street: text,
  unit: z.string().trim().max(255).default(''),
  city: text,
  state: jurisdiction,
  postalCode: z.string().trim().max(10).default(''),
});

const image = z.object({
  id,
  name: z.string(),
  virusScanState: z.enum(VIRUS_SCAN_STATES).nullable(),
  scanReason: z.enum(SCAN_REASONS).nullable(),
});
export type LicenseImage = z.infer<typeof image>;

/** The confirmed data. Number and birth date are masked; revealIdentifier returns them. */
const savedLicense = z.object({
  firstName: z.string(),
  lastName: z.string(),
  expiresOn: day,
  jurisdiction: z.string(),
  address: address.nullable(),
  masked: z.object({ licenseNumber: z.string(), licenseBirthDate: z.string() }),
});

const driversLicense = z.object({
  /** Document ids of the two sides [R147]. */
  dlFront: image.nullable(),
  dlBack: image.nullable(),
  /** Null: no data has been confirmed yet. */
  license: savedLicense.nullable(),
  version: z.int(),
  abilities: z.object({ edit: z.boolean() }),
});
export type DriversLicense = z.infer<typeof driversLicense>;
/** Without the card's data, because replies of writes are stored unencrypted for their Idempotency-Key. */
const changedLicense = driversLicense.omit({ license: true });

const removeEndpoint = <const P extends `/${string}`>(path: P, side: string) =>
  endpoint({
    method: 'PUT',
    path,
    audience: 'session',
    summary: `Remove the picture of the ${side} of a driver's license`,
    params: byId,
    reply: changedLicense,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['entity', 'document'],
  });

export const driversLicenses = {
  getDriversLicense: endpoint({
    method: 'GET',
    path: '/v2/information/individual/usdl/{id}',
    audience: 'session',
    summary: "The driver's license of a person: its two pictures, and what it says, masked",
    params: byId,
    reply: driversLicense,
    // The page shows this failure itself [R298].
    silent: true,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['entity', 'document'],
  }),
  saveDriversLicense: endpoint({
    method: 'POST',
    path: '/v2/information/individual/usdl/{id}',
    audience: 'session',
    summary: "What a person confirms that their driver's license says",
    params: byId,
    body: z.strictObject({
      version: z.int().min(0).max(MAX_VERSION),
      firstName: text,
      lastName: text,
      birthDate: day,
      expiresOn: day,
      licenseNumber: z.string().trim().regex(LICENSE_NUMBER, 'Enter the number as on the license'),
      jurisdiction,
      address: address.nullable(),
      /** Whether to overwrite the person's name and address with the license's where they differ. */
      takeName: z.boolean().default(false),
      takeAddress: z.boolean().default(false),
      /** The request that the license answers once both of its pictures are uploaded. */
      answers: z.strictObject({ loanId: id, elementId: id }).optional(),
    }),
    reply: changedLicense,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT', 'NOTHING_TO_ANSWER'],
    changes: ['entity', 'element', 'loan', 'loanList'],
  }),
  removeLicenseFront: removeEndpoint('/v2/information/individual/usdl/{id}/removeFront', 'front'),
  removeLicenseBack: removeEndpoint('/v2/information/individual/usdl/{id}/removeBack', 'back'),
  addLicenseImage: endpoint({
    method: 'POST',
    path: '/v1/persons/{id}/images/usDriversLicense',
    audience: 'session',
    summary: "Make an uploaded picture the front or the back of a person's driver's license",
    params: byId,
    body: z.strictObject({ side: z.enum(LICENSE_SIDES), documentId: id }),
    reply: changedLicense,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_INVALID_TYPE', 'CONFLICT'],
    changes: ['entity', 'document'],
  }),
};
