import { z } from 'zod';
import {
  LOGO_MAX_BYTES,
  PASSWORD_EXPIRY_MAX_DAYS,
  PHASE_CATEGORIES,
  SUBDOMAIN,
  TEXT_MAX,
  VIRUS_SCAN_STATES,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { applicationRole } from './entity-shapes.ts';
import { RELEASE_PHASE_CODES } from './template-terms.ts';
import { byId, id, noneIsAnEmptyList, repeatedParam, text, timeOfDay } from './shapes.ts';

const byCompany = z.strictObject({ companyId: id });
const category = z.enum(PHASE_CATEGORIES);

export const phase = z.object({
  id,
  name: z.string(),
  lenderId: id,
  displayOrder: z.number().int(),
  category,
});
export type Phase = z.infer<typeof phase>;

/** Writes maintain the totals; reads never count. */
const phaseWithTotals = phase.extend({
  /** The last release step whose requests a loan in this phase releases; null for people outside the company. */
  releases: z.enum(RELEASE_PHASE_CODES).nullable(),
  /**
   * Whether the phase is listed on the Servicing page: a portfolio phase that is flagged or has “servicing” in its
   * name.
   */
  servicing: z.boolean(),
  /** Null for people outside the company: the size of its pipeline is confidential. */
  loanCount: z.number().int().nullable(),
  loanAmount: z.number().nullable(),
});
export type PhaseWithTotals = z.infer<typeof phaseWithTotals>;

/** A new phase has no ID; for an existing one only changed fields are sent, so that concurrent edits merge. */
const phaseGiven = z
  .strictObject({
    id: id.optional(),
    lenderId: id,
    name: text.optional(),
    category: category.optional(),
    /**
     * Position within the category, from 1; later phases move down. Absent: last for a new phase, otherwise unchanged.
     */
    displayOrder: z.number().int().min(1).max(1000).optional(),
    /** Absent: derived from category and name for a new phase, otherwise unchanged. */
    releases: z.enum(RELEASE_PHASE_CODES).nullable().optional(),
    /** Flags a portfolio phase for the Servicing page; a phase with “servicing” in its name needs no flag. */
    servicing: z.boolean().optional(),
  })
  .refine((body) => body.id !== undefined || body.name !== undefined, {
    path: ['name'],
    message: 'Required',
  })
  .refine((body) => body.id !== undefined || body.category !== undefined, {
    path: ['category'],
    message: 'Required',
  })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['name', 'category'] }] });
export type PhaseGiven = z.infer<typeof phaseGiven>;

/** Only the IDs are used; other fields are accepted so that a phase can be sent as it was read [R125]. */
const phaseGone = z.strictObject({
  id,
  lenderId: id.optional(),
  name: z.string().max(TEXT_MAX).optional(),
  category: category.optional(),
  displayOrder: z.number().int().optional(),
  loanCount: z.number().nullable().optional(),
  loanAmount: z.number().nullable().optional(),
  releases: z.enum(RELEASE_PHASE_CODES).nullable().optional(),
  servicing: z.boolean().optional(),
});

const categoryTotals = z.object({ loanCount: z.number().int(), loanAmount: z.number() });
const phases = z.object({
  phases: z.array(phaseWithTotals),
  /** Totals by category [R069]; null for people outside the company, like the totals of each phase. */
  categories: z
    .object({
      LEAD: categoryTotals,
      ORIGINATION: categoryTotals,
      PORTFOLIO: categoryTotals,
      ARCHIVE: categoryTotals,
    })
    .nullable(),
});

/** Public data: shown to any visitor of the company's pages. */
const branding = z.object({
  name: z.string().nullable(),
  /** An address on this host; null where there is none. */
  logo: z.string().nullable(),
});

const companySummary = z.object({
  id,
  name: z.string(),
  subdomain: z.string().nullable(),
  logo: z.string().nullable(),
});
export type CompanySummary = z.infer<typeof companySummary>;

const loanPlan = z.object({
  name: z.string(),
  /** Null: no limit. */
  maximumActiveLoans: z.number().int().nullable(),
  features: z.array(z.string()),
  /** Loans in any phase but the archive's. */
  activeLoans: z.number().int(),
});
export type LoanPlan = z.infer<typeof loanPlan>;

const quietHours = z.strictObject({ from: timeOfDay, until: timeOfDay });

const companySettings = z.object({
  /** Users cannot approve an answer that they uploaded themselves. */
  fourEyesApproval: z.boolean(),
  /** Null: passwords do not expire. */
  passwordExpiryDays: z.number().int().nullable(),
  quietHours: quietHours.nullable(),
  timezoneId: z.string().nullable(),
  applicationRoles: z.array(applicationRole),
});
export type CompanySettings = z.infer<typeof companySettings>;

const roleChange = z.strictObject({ name: text, offered: z.boolean() }).partial();
/**
 * Keyed by label, by which rules and templates identify the roles. The borrower role is always offered, because every
 * application has a borrower.
 */
const roleChanges = z
  .strictObject({
    APPLICANT: roleChange.omit({ offered: true }),
    PRIMARY_OPERATION_COMPANY: roleChange,
    EPC: roleChange,
    GUARANTOR: roleChange,
  })
  .partial();

const companyDetails = companySummary.extend({
  settings: companySettings,
  abilities: z.object({ edit: z.boolean() }),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

export const subrole = z.object({ id, companyId: id, name: z.string() });
export type Subrole = z.infer<typeof subrole>;

const subdomain = z.string().trim().toLowerCase();
/** A data URL: the media type, then Base64, which is a third longer than the bytes it encodes. */
const picture = z
  .string()
  .max(Math.ceil(LOGO_MAX_BYTES / 3) * 4 + 30, 'Choose a picture of at most 256 kB')
  .regex(/^data:image\/\w+;base64,[A-Za-z0-9+/]+={0,2}$/, 'Choose a PNG, JPEG or WebP picture');

const used = z.object({ used: z.boolean() });
const excelTemplate = z.object({
  excelTemplateId: id.nullable(),
  name: z.string().nullable(),
  virusScanState: z.enum(VIRUS_SCAN_STATES).nullable(),
});

export const companies = {
  isSubdomainUsed: endpoint({
    method: 'GET',
    path: '/v1/lenders/isSubdomainUsed/{subdomain}',
    audience: 'admin',
    summary: 'Whether a company to be has to choose another subdomain; reserved ones count as used',
    params: z.strictObject({ subdomain: subdomain.max(TEXT_MAX) }),
    reply: used,
    silent: true,
  }),
  isSubdomainUsedByOthers: endpoint({
    method: 'GET',
    path: '/v1/lenders/isSubdomainUsed/{subdomain}/{companyId}',
    audience: 'lender',
    summary: 'The same for a company that is there: its own subdomain is free to itself',
    params: z.strictObject({ subdomain: subdomain.max(TEXT_MAX), companyId: id }),
    reply: used,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    silent: true,
  }),
  getCompany: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}',
    audience: 'session',
    summary: 'A company that the caller works in or with; to outsiders what it shows of itself',
    params: byCompany,
    reply: companySummary.extend({
      employees: z
        .array(
          z.object({ id, givenName: z.string().nullable(), familyName: z.string().nullable() }),
        )
        .nullable(),
      loanPlans: z.array(loanPlan).nullable(),
      applicationRoles: z.array(applicationRole).nullable(),
      excelTemplateId: id.nullable(),
    }),
    errors: ['NOT_FOUND'],
    shows: ['company'],
  }),
  listCompanies: endpoint({
    method: 'GET',
    path: '/v1/lenders/companies',
    audience: 'lender',
    summary: 'Companies by name: an administrator’s all, searched and page by page, a lender’s own',
    query: z.strictObject({
      search: z.string().trim().max(TEXT_MAX).optional(),
      cursor: z.string().max(1000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({ companies: z.array(companySummary), nextCursor: z.string().nullable() }),
    errors: ['INVALID_REQUEST'],
    shows: ['company'],
  }),
  savePhases: endpoint({
    method: 'POST',
    path: '/v1/lenders/phases',
    audience: 'lender',
    summary: 'Add, rename, move or recategorise phases of one company, all of them or none',
    body: z.array(phaseGiven).min(1, 'Required').max(100),
    reply: phases,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'LOAN_PLAN_FULL'],
    changes: ['phase', 'loan', 'loanList', 'element'],
  }),
  deletePhases: endpoint({
    method: 'DELETE',
    path: '/v1/lenders/phases',
    audience: 'lender',
    summary: 'Remove phases that hold no loans, all of them or none',
    query: z.strictObject({ id: repeatedParam(id) }),
    body: z.preprocess(noneIsAnEmptyList, z.array(phaseGone).max(100)),
    reply: phases,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'PHASE_IN_USE'],
    changes: ['phase'],
  }),
  listPhases: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/phases',
    audience: 'session',
    summary: 'The phases a company runs its loans through, in display order, with totals',
    params: byCompany,
    reply: phases,
    errors: ['NOT_FOUND'],
    shows: ['phase'],
  }),
  getCompanyLogo: endpoint({
    method: 'GET',
    path: '/v1/lenders/logo/{companyId}',
    audience: 'public',
    summary: 'Name and logo of a company, for the pages before the log-in',
    params: byCompany,
    reply: branding,
    errors: ['NOT_FOUND'],
    silent: true,
  }),
  getCompanyLogoImage: endpoint({
    method: 'GET',
    path: '/v1/lenders/logo/{companyId}/image',
    audience: 'public',
    summary: 'The logo itself; with its version in the address a browser may keep it',
    params: byCompany,
    query: z.strictObject({ version: z.string().max(64).optional() }),
    errors: ['NOT_FOUND'],
  }),
  listCompaniesForBorrower: endpoint({
    method: 'GET',
    path: '/v1/lenders/forBorrower',
    audience: 'session',
    summary: 'The companies on whose loans the caller holds a role, by the logged role',
    reply: z.object({ companies: z.array(companySummary) }),
    shows: ['company'],
  }),
  getLoanPlan: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/loanPlan',
    audience: 'lender',
    summary: 'What the company has subscribed to, and how much of it is used',
    params: byCompany,
    reply: loanPlan,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['company', 'phase'],
  }),
  updateCompany: endpoint({
    method: 'PUT',
    path: '/v1/lenders/company/{companyId}',
    audience: 'lender',
    summary:
      'Change a company’s name, subdomain, logo or settings; omitted fields keep their value',
    params: byCompany,
    body: z
      .strictObject({
        name: text,
        subdomain: subdomain.regex(SUBDOMAIN, 'Use 3 to 63 letters, digits and hyphens').nullable(),
        logo: picture.nullable(),
        settings: z
          .strictObject({
            fourEyesApproval: z.boolean(),
            passwordExpiryDays: z
              .number()
              .int()
              .min(1, 'Must be at least 1 day')
              .max(PASSWORD_EXPIRY_MAX_DAYS, `Must be at most ${PASSWORD_EXPIRY_MAX_DAYS} days`)
              .nullable(),
            quietHours: quietHours
              .refine(({ from, until }) => from !== until, {
                path: ['until'],
                message: 'Must differ from the beginning',
              })
              .nullable(),
            timezoneId: z.string().max(64).nullable(),
            applicationRoles: roleChanges,
          })
          .partial(),
      })
      .partial(),
    reply: companyDetails,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['company', 'session', 'application'],
  }),
  listSubroles: endpoint({
    method: 'GET',
    path: '/v1/lenders/{id}/subroles',
    audience: 'lender',
    summary: 'The sub-roles that a company gives to contacts, by name',
    params: byId,
    reply: z.object({ subroles: z.array(subrole) }),
    errors: ['NOT_FOUND'],
    shows: ['company'],
  }),
  saveSubrole: endpoint({
    method: 'POST',
    path: '/v1/lenders/subroles',
    audience: 'lender',
    summary: 'Add a contact sub-role; with an id, rename one',
    body: z.strictObject({ companyId: id, id: id.optional(), name: text }),
    reply: subrole,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['company'],
  }),
  getCompanyDetails: endpoint({
    method: 'GET',
    path: '/v1/lenders/companyDetails/{id}',
    audience: 'lender',
    summary: 'A company as its administration shows it, with its settings',
    params: byId,
    reply: companyDetails,
    errors: ['NOT_FOUND'],
    shows: ['company'],
  }),
  getSubdomainLogoStub: endpoint({
    method: 'GET',
    path: '/v1/lenders/subdomainLogoStub',
    audience: 'public',
    summary: 'Name and logo of the company under whose subdomain this is asked; else nulls',
    reply: branding,
    silent: true,
  }),
  getExcelTemplateId: endpoint({
    method: 'GET',
    path: '/v1/lenders/{id}/excelTemplateId',
    audience: 'lender',
    summary: 'The spreadsheet that a loan’s sources and uses start from',
    params: byId,
    reply: excelTemplate,
    errors: ['NOT_FOUND'],
    shows: ['company', 'document'],
  }),
  setExcelTemplateId: endpoint({
    method: 'PUT',
    path: '/v1/lenders/{id}/excelTemplateId/{docId}',
    audience: 'lender',
    summary: 'Make one of the company’s documents that spreadsheet',
    params: z.strictObject({ id, docId: id }),
    reply: excelTemplate,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'FILE_INVALID_TYPE', 'FILE_NOT_CLEAN'],
    changes: ['company'],
  }),
};
