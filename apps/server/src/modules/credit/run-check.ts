/**
 * Activities of a credit check. Errors contain nothing about the person or the report, because Temporal stores them.
 */
import type { CreditFailure, CreditService } from '@cairn/contract';
import { creditTierOf } from '@cairn/contract/field-checks';
import type { Logger } from 'pino';
import type { WorkerConfig } from '../../platform/config.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { openerFor } from '../entities/index.ts';
import { BureauUnavailable, CheckFailed } from './adapters/errors.ts';
import { ClearClient } from './adapters/clear.ts';
import { TransUnionClient } from './adapters/transunion.ts';
import type { ReportContent, Subject } from './adapters/report.ts';
import { findOrder, moveRun, placeOfReport, type RunRef } from './store.ts';

export interface CreditActivities {
  requestReport(ref: RunRef): Promise<void>;
  giveUpRun(ref: RunRef): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly keys: CompanyKeys;
  readonly config: WorkerConfig['credit'];
  readonly log: Logger;
}

export function creditActivities({ db, keys, config, log }: Deps): CreditActivities {
  const clear = config.clear && new ClearClient(config.clear);
  const transUnion = config.transUnion && new TransUnionClient(config.transUnion);

  const ask = (service: CreditService, subject: Subject, key: string): Promise<ReportContent> => {
    if (service === 'TRANSUNION') {
      if (!transUnion) throw new CheckFailed('NOT_CONFIGURED');
      return transUnion.creditReport(subject, key);
    }
    if (!clear) throw new CheckFailed('NOT_CONFIGURED');
    return service === 'CLEAR_BUSINESS'
      ? clear.businessFlags(subject, key)
      : clear.personFlags(subject, key);
  };

  const fail = (ref: RunRef, failure: CreditFailure): Promise<void> =>
    db.write({ kind: 'company', companyId: ref.companyId }, async (tx) => {
      const order = await findOrder(tx, ref);
      const wasOpen = await moveRun(tx, ref, ['SCHEDULED', 'RUNNING'], {
        state: 'FAILED',
        failure,
      });
      if (!order || !wasOpen) return;
      record(tx, ref, order, 'creditRun.failed', { failure });
    });

  return {
    requestReport: async (ref) => {
      const scope = { kind: 'company', companyId: ref.companyId } as const;
      const order = await db.write(scope, async (tx) => {
        const row = await findOrder(tx, ref);
        if (!row || row.state === 'DONE' || row.state === 'FAILED') return undefined;
        await moveRun(tx, ref, ['SCHEDULED'], { state: 'RUNNING' });
        const open = await openerFor(keys, tx, ref.companyId, [row]);
        return { ...row, secrets: open(row.entity_id, row) };
      });
      // The run was deleted with its loan, or an earlier attempt finished it and its answer was lost.
      if (!order) return;
      const subject = Object.fromEntries(
        Object.entries({ ...order.fields, ...order.secrets }).map(([name, value]) => [
          name,
          value === null ? undefined : String(value),
        ]),
      );
      let content: ReportContent;
      try {
        content = await ask(order.service, subject, ref.runId);
      } catch (error) {
        if (error instanceof CheckFailed) return fail(ref, error.failure);
        log.warn(
          { runId: ref.runId, service: order.service },
          'a credit service is not available; the check is tried again',
        );
        throw new BureauUnavailable();
      }
      await db.write(scope, async (tx) => {
        const seal = await keys.sealing(tx, ref.companyId);
        const wasOpen = await moveRun(tx, ref, ['RUNNING'], {
          state: 'DONE',
          sealed: seal(placeOfReport(ref.companyId, ref.runId), JSON.stringify(content)),
          creditTier: (content.score !== null && creditTierOf(content.score)) || null,
          flags:
            order.service === 'TRANSUNION'
              ? null
              : content.flags.filter(({ raised }) => raised).length,
        });
        if (wasOpen) record(tx, ref, order, 'creditRun.finished');
      });
    },
    giveUpRun: (ref) => fail(ref, 'UNAVAILABLE'),
  };
}

function record(
  tx: Tx,
  { companyId, runId }: RunRef,
  { loan_id, entity_id, service }: { loan_id: string; entity_id: string; service: CreditService },
  kind: 'creditRun.failed' | 'creditRun.finished',
  detail: Record<string, unknown> = {},
): void {
  recordEvent(tx, {
    kind,
    companyId,
    loanId: loan_id,
    staffOnly: true,
    changes: ['credit'],
    detail: { entityId: entity_id, service, runId, ...detail },
  });
}
