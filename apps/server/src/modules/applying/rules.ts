/** Rules of the template that came to hold: by themselves, or as suggestions for people to decide. */
import type { RequestKey } from '@cairn/contract/applying';
import type { Actor } from '../../platform/actor.ts';
import type { Db, Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { loanWithStanding } from '../loans/index.ts';
import { findTemplate } from '../templates/index.ts';
import { carryOut } from './doing.ts';
import { planFor, type Planned } from './planning.ts';
import { applyingPolicy } from './policy.ts';
import { presentWaiting, presentWanted } from './present.ts';
import { findLoanToAsk, noteAsked, type AskingLoan } from './store.ts';
import { keyOf, type Wanted } from './wanted.ts';

/** By ids: neither a name nor a title stands in a workflow's history. */
export interface Asking {
  readonly companyId: string;
  readonly loanId: string;
}
export interface AskingActivities {
  askByRules(asking: Asking): Promise<void>;
}

/** As the company: whoever changed a fact may be somebody who sees no template and no hidden request. */
export const askingActivities = ({ db }: { db: Db }): AskingActivities => ({
  askByRules: ({ companyId, loanId }) =>
    db.write({ kind: 'company', companyId }, (tx) =>
      askByRules(tx, { company_id: companyId, id: loanId }),
    ),
});

/** What was asked for once is not asked again, however often this runs. */
export async function askByRules(
  tx: Tx,
  loan: Pick<AskingLoan, 'company_id' | 'id'>,
): Promise<void> {
  const held = await findLoanToAsk(tx, loan, 'lock');
  if (!held) return;
  const planned = await planFor(tx, held, 'rules');
  if (planned.plan.add.length + planned.plan.adopt.length === 0) return;
  await carryOut(tx, planned, null);
  recordRules(tx, planned);
}

function recordRules(tx: Tx, { loan, plan }: Planned, by?: string): void {
  record(tx, {
    kind: 'requests.askedByRule',
    companyId: loan.company_id,
    ...(by && { actorId: by }),
    loanId: loan.id,
    changes: ['element', 'loan', 'loanList'],
    detail: {
      requests: plan.add
        .filter(({ counts }) => counts)
        .slice(0, 200)
        .map(({ templateElementId, entityId, rule }) => ({ templateElementId, entityId, rule })),
    },
  });
}

async function loanOf(reads: Queries, actor: Actor, id: string, lock?: 'lock') {
  const standing = await loanWithStanding(reads, actor, id, lock);
  const granted = grant(applyingPolicy, 'apply', actor, standing);
  return (await findLoanToAsk(reads, granted))!;
}

export async function suggestionsOn(reads: Queries, actor: Actor, loanId: string) {
  const loan = await loanOf(reads, actor, loanId);
  const template = loan.template_id && (await findTemplate(reads, actor, loan.template_id));
  const { plan } = await planFor(reads, loan, 'rules');
  return {
    template: template
      ? {
          id: template.id,
          name: template.name,
          version: loan.template_version!,
          newestVersion: template.published_version,
        }
      : null,
    // What comes by itself is on its way and no suggestion.
    suggested: plan.suggested.map(presentWanted),
    waiting: plan.waiting.map(presentWaiting),
    abilities: { decide: true },
  };
}

interface Decided {
  add: readonly RequestKey[];
  dismiss: readonly RequestKey[];
}

export async function decideOn(tx: Tx, actor: Actor, loanId: string, decided: Decided) {
  const loan = await loanOf(tx, actor, loanId, 'lock');
  const add = new Set(decided.add.map(textOf));
  const dismiss = new Set(decided.dismiss.map(textOf).filter((key) => !add.has(key)));
  const planned = await planFor(tx, loan, 'rules', {}, { chosen: add });
  const open = new Map(planned.wanted.map((each) => [each.key, each]));
  const named = [...add, ...dismiss].map((key) => {
    const wanted = open.get(key);
    if (!wanted || planned.asked.has(key)) throw new Refusal('NOT_FOUND');
    return wanted;
  });
  await carryOut(tx, planned, actor.accountId);
  const dismissed = named.filter(({ key }) => dismiss.has(key));
  await noteAsked(tx, loan, dismissed.map(asDismissed(planned)));
  if (add.size > 0) recordRules(tx, planned, actor.accountId);
  if (dismissed.length > 0) recordDismissal(tx, actor, loan, dismissed);
  return { added: add.size, dismissed: dismissed.length };
}

const textOf = ({ templateElementId, entityId, repeat }: RequestKey): string =>
  keyOf(templateElementId, entityId, repeat);

const asDismissed =
  ({ versionOf }: Planned) =>
  (wanted: Wanted) => ({
    template_element_id: wanted.templateElementId,
    entity_id: wanted.entityId,
    repeat: wanted.repeat,
    template_id: versionOf(wanted).id,
    template_version: versionOf(wanted).version,
    element_id: null,
  });

function recordDismissal(
  tx: Tx,
  actor: Actor,
  loan: AskingLoan,
  dismissed: readonly Wanted[],
): void {
  record(tx, {
    kind: 'requests.dismissed',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['element'],
    detail: {
      requests: dismissed.map(({ templateElementId, entityId, rule }) => ({
        templateElementId,
        entityId,
        rule,
      })),
    },
  });
}
