import { z } from 'zod';
import { LOAN_TYPE_CODES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { PORTAL_LIMITS } from './portal-terms.ts';
import { color, email, id, MAX_VERSION } from './shapes.ts';

const line = (most: number) =>
  z.string().trim().min(1, 'Required').max(most, `Must be at most ${most} characters`);
const wholeNumber = (most: number) => {
  const why = `Must be between 1 and ${most}`;
  return z.number(why).int(why).min(1, why).max(most, why);
};

/** All fields are public. A field that is null is not shown. */
const portalFields = {
  /** A color such as #12365F. */
  brandColor: z.string().nullable(),
  welcome: z.string().nullable(),
  contactName: z.string().nullable(),
  contactTitle: z.string().nullable(),
  contactPhone: z.string().nullable(),
  contactEmail: z.string().nullable(),
  applyMinutes: z.number().int().nullable(),
  responseDays: z.number().int().nullable(),
  legalLine: z.string().nullable(),
};
const settingsFields = {
  brandColor: color.nullable(),
  welcome: line(PORTAL_LIMITS.welcome).nullable(),
  contactName: line(PORTAL_LIMITS.contact).nullable(),
  contactTitle: line(PORTAL_LIMITS.contact).nullable(),
  contactPhone: z
    .string()
    .trim()
    .regex(/^[0-9+(][0-9+(). -]{5,38}[0-9]$/, 'Enter a phone number, like (541) 555-0142')
    .nullable(),
  contactEmail: email.nullable(),
  applyMinutes: wholeNumber(PORTAL_LIMITS.applyMinutes).nullable(),
  responseDays: wholeNumber(PORTAL_LIMITS.responseDays).nullable(),
  legalLine: line(PORTAL_LIMITS.legalLine).nullable(),
};
const loanTexts = z
  .partialRecord(z.enum(LOAN_TYPE_CODES), line(PORTAL_LIMITS.loanText))
  .describe('A sentence about each loan type; without one the product’s own is shown');

const offer = z.object({
  templateId: id,
  name: z.string(),
  loanType: z.enum(LOAN_TYPE_CODES).nullable(),
  text: z.string(),
});
const portal = z.object({
  lenderId: id,
  name: z.string(),
  /** An address on this host; null where there is none. */
  logo: z.string().nullable(),
  ...portalFields,
  /** The loans that people can apply for; empty if the lender accepts no applications. */
  offers: z.array(offer),
});
export type Portal = z.infer<typeof portal>;

const settings = z.object({
  ...portalFields,
  loanTexts: z.partialRecord(z.enum(LOAN_TYPE_CODES), z.string()),
  /** Loan types of the templates that are offered to applicants. */
  offeredTypes: z.array(z.enum(LOAN_TYPE_CODES)),
  /** Sent with a save, so that a concurrent change by another administrator is not overwritten. */
  version: z.int(),
  abilities: z.object({ edit: z.boolean() }),
});
export type PortalSettings = z.infer<typeof settings>;

const byCompany = z.strictObject({ companyId: id });

export const portals = {
  getPortal: endpoint({
    method: 'GET',
    path: '/v1/noauth/portal/{lenderId}',
    audience: 'public',
    summary: 'What a lender publishes for borrowers: its brand, loan types and whom to call',
    params: z.strictObject({ lenderId: id }),
    reply: portal,
    errors: ['NOT_FOUND'],
    shows: ['company', 'template'],
    silent: true,
  }),
  getPortalSettings: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/portal',
    audience: 'lender',
    summary: 'What a company publishes in its borrower portal; for those who work there',
    params: byCompany,
    reply: settings,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['company', 'template'],
  }),
  updatePortalSettings: endpoint({
    method: 'PUT',
    path: '/v1/lenders/{companyId}/portal',
    audience: 'lender',
    summary: 'Change what a company publishes; omitted fields keep their value',
    params: byCompany,
    body: z
      .strictObject({ ...settingsFields, loanTexts })
      .partial()
      .extend({ version: z.int().min(0).max(MAX_VERSION) }),
    reply: settings,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['company'],
  }),
};
