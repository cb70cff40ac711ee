import { type CreditReport, type CreditService } from '@cairn/contract';
import { credit } from '@cairn/contract/credit';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import { routes, type Handlers } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { entitiesOfLoan } from '../entities/index.ts';
import { loanSeenBy, loanWithStanding } from '../loans/index.ts';
import { writeNotice } from './adverse-action.ts';
import { creditPolicy } from './policy.ts';
import { presentNotice, presentSubject } from './present.ts';
import { schedule, type CreditSettings, type Order } from './schedule.ts';
import {
  consentsOf,
  findDecision,
  findReport,
  noticesOf,
  listNotices,
  listRuns,
  placeOfReport,
  runsOf,
  saveNotice,
} from './store.ts';

interface Deps {
  readonly keys: CompanyKeys;
  readonly credit: CreditSettings;
}
type All = Handlers<typeof credit>;

export const creditRoutes = ({ keys, credit: settings }: Deps) => {
  const run =
    (service: CreditService, call: Order['call']): All['reescheduleTransUnion'] =>
    ({ actor, params: { a, b }, write }) =>
      write(async (tx) => {
        const order = { loanId: a, loanEntityId: b, service, call };
        const { loan, entity } = await schedule(tx, actor, settings, order);
        const consents = await consentsOf(tx, loan.company_id, [entity.id]);
        return presentSubject(settings, entity, await listRuns(tx, loan), consents.get(entity.id));
      });

  return routes(credit, {
    scheduleBusinessQuickFlag: run('CLEAR_BUSINESS', 'first'),
    scheduleIndividualQuickFlag: run('CLEAR_INDIVIDUAL', 'first'),
    rescheduleBusinessQuickFlag: run('CLEAR_BUSINESS', 'again'),
    rescheduleIndividualQuickFlag: run('CLEAR_INDIVIDUAL', 'again'),
    reescheduleBusinessQuickFlag: run('CLEAR_BUSINESS', 'again'),
    reescheduleIndividualQuickFlag: run('CLEAR_INDIVIDUAL', 'again'),
    reescheduleTransUnion: run('TRANSUNION', 'either'),

    listCreditChecks: async ({ actor, params, reads }) => {
      const standing = await loanWithStanding(reads, actor, params.loanId);
      const loan = authorize(creditPolicy, 'see', actor, standing);
      const entities = await entitiesOfLoan(reads, actor, loan.id);
      const [[runs, notices], consents, decision] = await Promise.all([
        reads.together(runsOf(loan), noticesOf(loan)),
        consentsOf(
          reads,
          loan.company_id,
          entities.map(({ id }) => id),
        ),
        findDecision(reads, loan),
      ]);
      const subjects = entities
        .map((entity) => presentSubject(settings, entity, runs, consents.get(entity.id)))
        .filter(({ checks }) => checks.length > 0);
      return {
        subjects,
        declined: decision.state === 'REJECTED',
        notices: notices.flatMap((notice) => {
          const to = subjects.find(({ entityId }) => entityId === notice.entity_id);
          return to ? [presentNotice(notice, to.loanEntityId)] : [];
        }),
        abilities: { run: creditPolicy.run(actor, loan) },
      };
    },

    getCreditReport: ({ actor, params, traced }) =>
      traced(async (reads) => {
        const report = await findReport(reads, actor, params.id);
        if (!report) throw new ApiError('NOT_FOUND');
        const row = authorize(creditPolicy, 'see', actor, report);
        const generation = row.key_generation!;
        const open = await keys.opening(reads, row.company_id, [generation]);
        const place = placeOfReport(row.company_id, row.id);
        const content = JSON.parse(open(place, { sealed: row.sealed!, generation })) as Content;
        return {
          content: {
            id: row.id,
            service: row.service,
            name: row.name,
            createdDate: row.finished_at!,
            creditTier: row.credit_tier,
            ...content,
          },
          event: readEvent(actor, row),
        };
      }),

    saveAdverseActionNotice: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.loanId, 'lock');
        const loan = authorize(creditPolicy, 'run', actor, standing);
        const { loanEntityId } = params;
        const [entity] = await entitiesOfLoan(tx, actor, loan.id, { loanEntityId });
        if (!entity) throw new ApiError('NOT_FOUND');
        const decision = await findDecision(tx, loan);
        if (decision.state !== 'REJECTED') throw new ApiError('NOT_DECLINED');
        const reasons = [...new Set(body.reasons)];
        const text = body.text ?? (await draft(loan.id));
        await saveNotice(tx, loan, entity.id, {
          reasons,
          body: text,
          modified_by: actor.accountId,
        });
        recordEvent(tx, {
          kind: 'adverseAction.drafted',
          companyId: loan.company_id,
          loanId: loan.id,
          actorId: actor.accountId,
          staffOnly: true,
          changes: ['credit'],
          detail: { entityId: entity.id, reasons },
        });
        const notices = await listNotices(tx, loan);
        return presentNotice(
          notices.find(({ entity_id }) => entity_id === entity.id)!,
          loanEntityId,
        );

        async function draft(loanId: string): Promise<string> {
          const [{ name }, runs] = await Promise.all([
            loanSeenBy(tx, actor, loanId),
            listRuns(tx, loan),
          ]);
          return writeNotice({
            lender: decision.name,
            recipient: entity!.name,
            loan: name,
            appliedOn: decision.submitted_at,
            today: new Date().toISOString(),
            reasons,
            usedTransUnion: runs.some(
              (each) =>
                each.entity_id === entity!.id &&
                each.service === 'TRANSUNION' &&
                each.state === 'DONE',
            ),
          });
        }
      }),
  });
};

type Content = Omit<CreditReport, 'id' | 'service' | 'name' | 'createdDate' | 'creditTier'>;

const readEvent = (
  actor: Actor,
  row: { company_id: string; loan_id: string; entity_id: string; service: string; id: string },
) =>
  ({
    kind: 'creditReport.read',
    companyId: row.company_id,
    loanId: row.loan_id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: [],
    detail: { entityId: row.entity_id, service: row.service, runId: row.id },
  }) as const;
