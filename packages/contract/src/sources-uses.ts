import { z } from 'zod';
import { endpoint, type Tag } from './endpoint.ts';
import { id, MAX_VERSION, person, timestamp, success } from './shapes.ts';
import { MAX_AMOUNT, MAX_SOURCES, MAX_USES, SOURCE_KINDS } from './sources-uses-terms.ts';

const amount = z
  .number()
  .min(0, 'Must not be negative')
  .max(MAX_AMOUNT, 'Must be at most $100 billion')
  .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, 'Must be dollars and cents');
const name = z.string().trim().min(1, 'Required').max(80, 'Must be at most 80 characters');

const sheetSources = z
  .array(
    z.strictObject({
      name,
      terms: z.string().trim().max(60, 'Must be at most 60 characters'),
      kind: z.enum(SOURCE_KINDS),
      available: amount,
    }),
  )
  .min(1, 'Add a source')
  .max(MAX_SOURCES, `At most ${MAX_SOURCES} sources`);
const use = z.strictObject({
  name,
  amounts: z.array(amount).max(MAX_SOURCES),
  elementId: id
    .nullable()
    .describe('The request whose document shows what it costs; one of another loan is left out'),
});
const usesOf = <Use extends z.ZodType>(each: Use) =>
  z.array(each).min(1, 'Add a use').max(MAX_USES, `At most ${MAX_USES} uses`);

/**
 * Whether the company's Excel template is used. UNUSABLE: an older format, macros, damaged, too large, not found clean,
 * or not the company's; the sheet is then exported without it.
 */
const SHEET_TEMPLATES = ['NONE', 'FILLED', 'UNUSABLE'] as const;
export type SheetTemplate = (typeof SHEET_TEMPLATES)[number];

const onLoan = z.strictObject({ loanId: id });
const sheetReply = z.object({
  sources: sheetSources,
  uses: usesOf(use),
  /** 0 until the sheet is first saved; until then it has the company's default rows. */
  version: z.number().int(),
  modifiedBy: person.nullable(),
  modifiedDate: timestamp.nullable(),
  abilities: z.object({ write: z.boolean(), saveTemplate: z.boolean() }),
});
export type SourcesUses = z.infer<typeof sheetReply>;

const TAGS: readonly Tag[] = ['sourcesUses'];
const PATH = '/v2/loanmanager/{loanId}/sourcesUses';

/** Internal to the lender, like notes: no call shows a sheet to borrowers. */
export const sourcesUses = {
  getSourcesUses: endpoint({
    method: 'GET',
    path: PATH,
    audience: 'lender',
    summary: 'Sources and uses of a loan: uses by source, with what each source gives',
    params: onLoan,
    reply: sheetReply,
    errors: ['LOAN_NOT_FOUND'],
    shows: TAGS,
    silent: true,
  }),
  saveSourcesUses: endpoint({
    method: 'PUT',
    path: PATH,
    audience: 'lender',
    summary: 'Save the sheet; `version` is that of the one that was changed',
    params: onLoan,
    body: z
      .strictObject({
        sources: sheetSources,
        uses: usesOf(use.partial({ elementId: true })),
        version: z.number().int().min(0).max(MAX_VERSION),
      })
      .refine(
        ({ sources, uses }) => uses.every(({ amounts }) => amounts.length === sources.length),
        { path: ['uses'], message: 'Each use needs an amount for each source' },
      ),
    reply: sheetReply,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: TAGS,
  }),
  saveSourcesUsesTemplate: endpoint({
    method: 'PUT',
    path: '/v2/loanmanager/{loanId}/sourcesUses/template',
    audience: 'lender',
    summary: 'Start new sheets of the company with the saved rows of this one, without amounts',
    params: onLoan,
    reply: success,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
  }),
  exportSourcesUses: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/sourcesUses/export',
    audience: 'lender',
    summary:
      'An address, good for one minute and for this caller, that gives a balanced sheet as xlsx, in the company’s spreadsheet template',
    body: z.strictObject({ loanId: id }),
    reply: z.object({ downloadUrl: z.string(), template: z.enum(SHEET_TEMPLATES) }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'SHEET_NOT_BALANCED'],
    slow: true,
  }),
  downloadSourcesUses: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/sourcesUses/export',
    audience: 'lender',
    summary: 'The spreadsheet that was asked for a moment ago',
    query: z.strictObject({ token: z.string().max(2000) }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'SHEET_NOT_BALANCED'],
    slow: true,
  }),
};
