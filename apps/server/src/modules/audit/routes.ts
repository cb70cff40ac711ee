import { API_BASE_PATH, type AuditFilter } from '@cairn/contract';
import { audit } from '@cairn/contract/audit';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import { readCursor, writeCursor } from '../../platform/cursors.ts';
import type { Queries } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { loanSeenBy } from '../loans/index.ts';
import { auditOrders, csvOf } from './export.ts';
import { auditPolicy } from './policy.ts';
import { presentEntry, sentence } from './present.ts';
import { kindChoices } from './sentences.ts';
import {
  auditEntries,
  findLoggedCompany,
  loanChoices,
  loanHistory,
  personChoices,
  verifyChain,
  type Cursor,
} from './store.ts';

export const auditRoutes = ({ secretKey }: { secretKey: string }) =>
  routes(audit, {
    listAuditEntries: async ({ actor, query: { cursor, limit, ...filter }, reads }) => {
      const company = await companyRead(reads, actor, filter.companyId);
      const after = cursor === undefined ? undefined : cursorOf(cursor);
      // One row more than the page shows whether there is a next page.
      const rows = await reads.run(auditEntries(company.id, filter, { after, limit: limit + 1 }));
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        entries: page.map(presentEntry),
        nextCursor: last ? writeCursor(last.at_exactly, last.id) : null,
      };
    },

    listAuditChoices: async ({ actor, query: { companyId, search }, reads }) => {
      const kinds = kindChoices();
      // An administrator must select a company first.
      if (isPlatformAdmin(actor) && companyId === undefined) {
        return { people: [], loans: [], kinds };
      }
      const company = await companyRead(reads, actor, companyId);
      const [people, loans] = await reads.together(
        personChoices(company.id, search),
        loanChoices(company.id, search),
      );
      return { people, loans, kinds };
    },

    verifyAuditChain: async ({ actor, params, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.loanId);
      const company = await companyRead(reads, actor, loan.company_id);
      const { entries, broken_at } = await verifyChain(reads, company.id, loan.id);
      const state = broken_at === null ? ('UNBROKEN' as const) : ('BROKEN' as const);
      return { entries, state, brokenAt: broken_at };
    },

    listLoanActivity: async ({ actor, params, query, reads }) => {
      const loan = await loanSeenBy(reads, actor, params.id);
      const rows = await reads.run(loanHistory(actor, loan, query));
      return {
        happened: rows.map((row) => ({
          id: row.id,
          at: row.at,
          kind: row.kind,
          sentence: sentence(row),
        })),
      };
    },

    exportAudit: async ({ actor, body, reads, write }) => {
      const company = await companyRead(reads, actor, body.companyId);
      await write(async (tx) => {
        recordEvent(tx, {
          kind: 'audit.exported',
          companyId: company.id,
          actorId: actor.accountId,
          changes: [],
          detail: { filter: givenOf(body) },
        });
      });
      const order = { accountId: actor.accountId, companyId: company.id, filter: body };
      const token = auditOrders.write(secretKey, { ...order, asked: Date.now() });
      return { downloadUrl: `${API_BASE_PATH}${audit.downloadAudit.path}?token=${token}` };
    },

    downloadAudit: async ({ actor, query: { token }, reads, http }) => {
      const order = auditOrders.read(secretKey, token, actor);
      if (!order) throw new ApiError('NOT_FOUND');
      // The caller may have lost the right to read in the minute since the order.
      await companyRead(reads, actor, order.companyId);
      const day = new Date(order.asked).toISOString().slice(0, 10);
      return http.sendFile(csvOf(reads, order), `audit-log-${day}.csv`);
    },
  });

/** Administrators name the company; others get their own company's log, or none. */
async function companyRead(reads: Queries, actor: Actor, askedId: string | undefined) {
  if (!isPlatformAdmin(actor) && !isStaff(actor)) throw new ApiError('UNAUTHORIZED');
  const id = askedId ?? actor.companyId;
  if (id === null) {
    throw invalidField('companyId', 'Choose a company');
  }
  const company = await findLoggedCompany(reads, actor, id);
  if (!company) throw new ApiError('NOT_FOUND');
  return authorize(auditPolicy, 'read', actor, company);
}

const givenOf = (filter: AuditFilter): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

function cursorOf(text: string): Cursor {
  const { place: at, id } = readCursor(text, 'moment');
  return { at, id };
}
