import { API_BASE_PATH, type SourcesUses } from '@cairn/contract';
import { sourcesUses } from '@cairn/contract/sources-uses';
import { namesOf, STARTING_SHEET, totalsOf, type Sheet } from '@cairn/contract/sources-uses-terms';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import type { EventKind } from '../../platform/event-kinds.ts';
import { routes } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { orders } from '../../platform/signed-downloads.ts';
import type { SheetContent } from '../../platform/xlsx.ts';
import { loanWithStanding, presentPerson, type LoanStanding } from '../loans/index.ts';
import { checkTemplate, fillTemplate, type TemplateDeps } from './company-template.ts';
import { sourcesUsesPolicy } from './policy.ts';
import { sheetAsCells } from './sheet-as-cells.ts';
import { requestsAmong, saveSheet, saveTemplate, sheetOf, templateFor } from './store.ts';

const sheetOrders = orders('sources and uses export', { loanId: z.string() });

interface Deps extends TemplateDeps {
  secretKey: string;
}

export const sourcesUsesRoutes = ({ secretKey, ...deps }: Deps) =>
  routes(sourcesUses, {
    getSourcesUses: async ({ actor, params, reads }) =>
      shownSheet(reads, actor, await loanWithStanding(reads, actor, params.loanId)),

    saveSourcesUses: ({ actor, params, body: { version, ...sheet }, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.loanId);
        const loan = authorize(sourcesUsesPolicy, 'write', actor, standing);
        const checkedSheet = await withRequestsOf(tx, loan, sheet);
        if (!(await saveSheet(tx, actor, loan, { version, sheet: checkedSheet })))
          throw new ApiError('CONFLICT');
        const { totalUses, offBy, isBalanced } = totalsOf(sheet);
        record(tx, actor, loan, 'sourcesUses.saved', { totalUses, offBy, isBalanced });
        return shownSheet(tx, actor, standing);
      }),

    saveSourcesUsesTemplate: ({ actor, params, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.loanId);
        const loan = authorize(sourcesUsesPolicy, 'saveTemplate', actor, standing);
        await saveTemplate(tx, actor, loan, namesOf(await savedSheet(tx, standing)));
        record(tx, actor, loan, 'sourcesUses.templateSaved', {});
        return { success: true };
      }),

    exportSourcesUses: async ({ actor, body: { loanId }, reads, write }) => {
      const requestedAt = new Date();
      const loan = await loanWithStanding(reads, actor, loanId);
      const sheet = await sheetToExport(reads, loan);
      const template = await checkTemplate({ ...deps, reads, actor }, loan.company_id, sheet);
      return write(async (tx) => {
        record(tx, actor, loan, 'sourcesUses.exported', {});
        const order = { accountId: actor.accountId, asked: requestedAt.getTime(), loanId };
        const token = sheetOrders.write(secretKey, order);
        const { path } = sourcesUses.downloadSourcesUses;
        return { downloadUrl: `${API_BASE_PATH}${path}?token=${token}`, template };
      });
    },

    downloadSourcesUses: async ({ actor, query: { token }, reads, http }) => {
      const order = sheetOrders.read(secretKey, token, actor);
      if (!order) throw new ApiError('NOT_FOUND');
      // The caller may have lost the permission since the link was issued.
      const loan = await loanWithStanding(reads, actor, order.loanId);
      const sheet = await sheetToExport(reads, loan);
      const at = new Date(order.asked);
      const content = await fillTemplate({ ...deps, reads }, loan.company_id, { sheet, at });
      const name = `Sources and uses - ${loan.name}.xlsx`;
      return http.sendFile(Readable.from([content]), name, content.length);
    },
  });

/** A draft may be unbalanced; an export may not. */
async function sheetToExport(reads: Queries, loan: LoanStanding): Promise<SheetContent> {
  const sheet = await savedSheet(reads, loan);
  if (!totalsOf(sheet).isBalanced) throw new ApiError('SHEET_NOT_BALANCED');
  return sheetAsCells(sheet, loan.name);
}

async function savedSheet(reads: Queries, loan: LoanStanding): Promise<Sheet> {
  const [row] = await reads.run(sheetOf(loan));
  if (!row) throw new ApiError('NOT_FOUND');
  return row.sheet;
}

/** Documents of another loan, or of a request that was deleted meanwhile, are left out. */
async function withRequestsOf(tx: Tx, loan: LoanStanding, sheet: Sheet): Promise<Sheet> {
  const elementIds = sheet.uses.flatMap(({ elementId }) => elementId ?? []);
  const requests = elementIds.length === 0 ? [] : await tx.run(requestsAmong(loan, elementIds));
  const onLoan = new Set(requests.map(({ id }) => id));
  return withDocuments(sheet, (elementId) => onLoan.has(elementId));
}

const withDocuments = (sheet: Sheet, isKept: (elementId: string) => boolean = () => true) => ({
  ...sheet,
  uses: sheet.uses.map(({ name, amounts, elementId }) => ({
    name,
    amounts,
    elementId: elementId != null && isKept(elementId) ? elementId : null,
  })),
});

async function shownSheet(reads: Queries, actor: Actor, loan: LoanStanding): Promise<SourcesUses> {
  const abilities = {
    write: sourcesUsesPolicy.write(actor, loan),
    saveTemplate: sourcesUsesPolicy.saveTemplate(actor, loan),
  };
  const [row] = await reads.run(sheetOf(loan));
  if (row) {
    // External underwriters do not see all employees of the lender.
    const modifiedBy = presentPerson({
      accountId: row.modified_by,
      givenName: row.given_name,
      familyName: row.family_name,
      emailAddress: row.email_address ?? '',
    });
    const { sheet, version, modified_at: modifiedDate } = row;
    return { ...withDocuments(sheet), version, modifiedBy, modifiedDate, abilities };
  }
  const [template] = await reads.run(templateFor(loan));
  const sheet = template?.sheet ?? STARTING_SHEET;
  return { ...withDocuments(sheet), version: 0, modifiedBy: null, modifiedDate: null, abilities };
}

/** Recorded for the lender's side only. Of the amounts, the entry contains only the totals. */
function record(
  tx: Tx,
  actor: Actor,
  loan: Pick<LoanStanding, 'company_id' | 'id'>,
  kind: EventKind,
  detail: Record<string, unknown>,
): void {
  recordEvent(tx, {
    kind,
    companyId: loan.company_id,
    loanId: loan.id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: kind === 'sourcesUses.saved' ? ['sourcesUses'] : [],
    detail,
  });
}
