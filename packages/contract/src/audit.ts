import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, id, moment, person, timestamp } from './shapes.ts';

/** Administrators can name a company; a company's owner always gets their own company's log. */
const companyFilter = { companyId: id.optional() };
const filter = {
  ...companyFilter,
  personId: id.optional(),
  loanId: id.optional(),
  kind: z.string().max(60).optional(),
  from: moment.optional(),
  to: moment.optional(),
};
export const auditFilter = z.strictObject(filter);
export type AuditFilter = z.infer<typeof auditFilter>;

const ref = z.object({ id, name: z.string() });

const auditEntry = z.object({
  id,
  at: timestamp,
  kind: z.string(),
  /** Null for events that the application caused itself. */
  actor: person.nullable(),
  loan: ref.nullable(),
  /** Display text: "Dana Whitfield uploaded “Lease.pdf” to Larkspur Bakery LLC". */
  sentence: z.string(),
  /** The network address of the request; null for events that the application caused itself. */
  sourceAddress: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const activityEntry = z.object({ id, at: timestamp, kind: z.string(), sentence: z.string() });
export type Happened = z.infer<typeof activityEntry>;

/** Additions to the specification, for the pages with the audit log and a loan's activity. */
export const audit = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/v1/admin/audit',
    audience: 'lender',
    summary: 'What happened at a company, newest first, a page at a time',
    query: z.strictObject({
      ...filter,
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
    errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND'],
  }),
  listAuditChoices: endpoint({
    method: 'GET',
    path: '/v1/admin/audit/choices',
    audience: 'lender',
    summary: 'People, loans and kinds to filter by; people and loans by a part of the name',
    query: z.strictObject({ ...companyFilter, search: z.string().trim().max(100).default('') }),
    reply: z.object({
      people: z.array(ref),
      loans: z.array(ref),
      kinds: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
  }),
  verifyAuditChain: endpoint({
    method: 'GET',
    path: '/v1/admin/audit/chain/{loanId}',
    audience: 'lender',
    summary: 'Whether the entries of a loan are as they were written, none changed and none gone',
    params: z.strictObject({ loanId: id }),
    reply: z.object({
      entries: z.number().int(),
      state: z.enum(['UNBROKEN', 'BROKEN']),
      /** The first entry that does not follow from the one before it. */
      brokenAt: z.number().int().nullable(),
    }),
    errors: ['UNAUTHORIZED', 'LOAN_NOT_FOUND'],
  }),
  exportAudit: endpoint({
    method: 'POST',
    path: '/v1/admin/audit/export',
    audience: 'lender',
    summary: 'An address, good for one minute and for this caller, that gives the entries as CSV',
    body: auditFilter,
    reply: z.object({ downloadUrl: z.string() }),
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
  }),
  downloadAudit: endpoint({
    method: 'GET',
    path: '/v1/admin/audit/export',
    audience: 'lender',
    summary: 'The CSV that was asked for a moment ago',
    query: z.strictObject({ token: z.string().max(2000) }),
    errors: ['NOT_FOUND'],
  }),
  listLoanActivity: endpoint({
    method: 'GET',
    path: '/v1/loans/{id}/activity',
    audience: 'session',
    summary: 'What happened to a loan lately, as far as the caller may know, newest first',
    params: byId,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      elementId: id
        .optional()
        .describe('Only what happened to this request and its files; with downloads'),
    }),
    reply: z.object({ happened: z.array(activityEntry) }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['loan', 'element', 'document'],
  }),
};
