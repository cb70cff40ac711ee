import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  SHAREPOINT_EXPORT_STATES,
  SHAREPOINT_FAILURES,
  SHAREPOINT_STATES,
  type SharePointFailure,
} from './sharepoint-terms.ts';
import { id, person, timestamp } from './shapes.ts';

const failure = z
  .enum(Object.keys(SHAREPOINT_FAILURES) as [SharePointFailure, ...SharePointFailure[]])
  .nullable();

const settings = z.object({
  state: z.enum(SHAREPOINT_STATES),
  failure,
  tenantId: z.string().nullable(),
  clientId: z.string().nullable(),
  siteUrl: z.string().nullable(),
  library: z.string().nullable(),
  /** Names of the site's libraries, as Microsoft returned them at the last check. */
  libraries: z.array(z.string()),
  abilities: z.object({ edit: z.boolean() }),
});
export type SharePointSettings = z.infer<typeof settings>;

const loanExport = z.object({
  /** False: an administrator of the lender has to connect a library first. */
  connected: z.boolean(),
  companyId: id,
  /** Number of documents that an export by the caller would send now. */
  files: z.number().int(),
  /** The last export of this loan. */
  last: z
    .object({
      state: z.enum(SHAREPOINT_EXPORT_STATES),
      files: z.number().int(),
      sent: z.number().int(),
      failure,
      /** The URL of the folder in SharePoint. */
      webUrl: z.string().nullable(),
      askedBy: person.nullable(),
      askedDate: timestamp,
      finishedDate: timestamp.nullable(),
    })
    .nullable(),
});
export type SharePointExport = z.infer<typeof loanExport>;

const ofCompany = z.strictObject({ companyId: id });
const ofLoan = z.strictObject({ loanId: id });
const uuid = z.guid('Enter an ID such as 11111111-2222-3333-4444-555555555555.');

export const sharepoint = {
  exportToSharePoint: endpoint({
    method: 'POST',
    path: '/v2/sharepoint/export/{loanId}',
    audience: 'lender',
    summary: 'Copy the documents of a loan that the caller sees to the lender’s SharePoint library',
    params: ofLoan,
    reply: loanExport,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'SHAREPOINT_NOT_CONNECTED', 'NOTHING_TO_EXPORT'],
    changes: ['sharepoint'],
  }),
  getSharePointExport: endpoint({
    method: 'GET',
    path: '/v2/sharepoint/export/{loanId}',
    audience: 'lender',
    summary: 'The last export of a loan to SharePoint, and whether one is possible',
    params: ofLoan,
    reply: loanExport,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['sharepoint', 'element'],
  }),
  getSharePointSettings: endpoint({
    method: 'GET',
    path: '/v2/sharepoint/settings/{companyId}',
    audience: 'lender',
    summary: 'The SharePoint library of a company, without its secret',
    params: ofCompany,
    reply: settings,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['sharepoint'],
  }),
  saveSharePointSettings: endpoint({
    method: 'PUT',
    path: '/v2/sharepoint/settings/{companyId}',
    audience: 'lender',
    summary: 'Connect a SharePoint library with an app registration of Microsoft Entra',
    params: ofCompany,
    body: z.strictObject({
      tenantId: uuid,
      clientId: uuid,
      /** Absent: the saved secret of this app registration is kept. */
      clientSecret: z
        .string()
        .min(1, 'Required')
        .max(500)
        .regex(/^[\x21-\x7E]+$/, 'Enter the value of the secret, not its ID.')
        .optional(),
      siteUrl: z
        .string()
        .max(400)
        .regex(
          /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w.~%/-]*)?$/i,
          'Enter the address of the site, such as https://contoso.sharepoint.com/sites/Loans.',
        ),
      library: z.string().trim().min(1, 'Required').max(200),
    }),
    reply: settings,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    changes: ['sharepoint'],
  }),
  removeSharePointSettings: endpoint({
    method: 'DELETE',
    path: '/v2/sharepoint/settings/{companyId}',
    audience: 'lender',
    summary: 'Disconnect SharePoint and forget the secret. What was exported stays there',
    params: ofCompany,
    reply: settings,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['sharepoint'],
  }),
};
