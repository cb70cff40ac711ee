/** Rules whose condition came to hold: required requests are added automatically, others are suggested. */
import type { RequestKey } from '@cairn/contract/needs-list';
import type { Actor } from '../../platform/actor.ts';
import type { Db, Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanWithStanding } from '../loans/index.ts';
import { findTemplate } from '../templates/index.ts';
import { executePlan } from './carry-out-plan.ts';
import { dismiss } from './dismiss.ts';
import { keepQuestions, withdrawRequests } from './fact-questions.ts';
import { loadPlan, type Instead, type Planned, type Version } from './load-plan.ts';
import { applyingPolicy } from './policy.ts';
import { presentWaiting, presentWanted } from './present.ts';
import { findAddedTemplates, findLoanToAsk, type AskingLoan } from './store.ts';
import { keyOf, type NeededRequest } from './needed-requests.ts';

/** By ids: a workflow's history contains neither names nor titles. */
export interface Asking {
  readonly companyId: string;
  readonly loanId: string;
}
export interface NeedsListActivities {
  askByRules(asking: Asking): Promise<void>;
}

/** Runs in the company's scope, because the user who changed a fact may see neither templates nor hidden requests. */
export const needsListActivities = ({ db }: { db: Db }): NeedsListActivities => ({
  askByRules: ({ companyId, loanId }) =>
    db.write({ kind: 'company', companyId }, (tx) =>
      askByRules(tx, { company_id: companyId, id: loanId }),
    ),
});

/** Idempotent: requests that were handled before are not added again. */
export async function askByRules(
  tx: Tx,
  loan: Pick<AskingLoan, 'company_id' | 'id'>,
): Promise<void> {
  const loanToAsk = await findLoanToAsk(tx, loan, 'lock');
  if (!loanToAsk) return;
  const plans: Planned[] = [];
  for (const template of await templatesOf(tx, loanToAsk)) {
    let planned = await loadPlan(tx, loanToAsk, 'rules', template);
    // Withdrawn requests count as never requested: they may wait for their fact again.
    if (plans.length === 0 && (await withdrawRequests(tx, planned))) {
      planned = await loadPlan(tx, loanToAsk, 'rules', template);
    }
    plans.push(planned);
    if (planned.plan.add.length + planned.plan.adopt.length === 0) continue;
    await executePlan(tx, planned, null);
    recordRules(tx, planned);
  }
  await keepQuestions(tx, plans);
}

/** Updates the open fact questions after requests were changed by hand. */
export async function refreshQuestions(
  tx: Tx,
  loan: Pick<AskingLoan, 'company_id' | 'id'>,
): Promise<void> {
  const loanToAsk = (await findLoanToAsk(tx, loan))!;
  const plans: Planned[] = [];
  for (const template of await templatesOf(tx, loanToAsk)) {
    plans.push(await loadPlan(tx, loanToAsk, 'rules', template));
  }
  await keepQuestions(tx, plans);
}

/** The loan's own template and those added to it, in order: each sees the requests of the previous ones. */
async function templatesOf(reads: Queries, loan: AskingLoan): Promise<Instead[]> {
  const added = await findAddedTemplates(reads, loan);
  return [{}, ...added.map((template) => ({ loan: template }))];
}

function recordRules(tx: Tx, { loan, plan }: Planned, actorId?: string): void {
  recordEvent(tx, {
    kind: 'requests.askedByRule',
    companyId: loan.company_id,
    ...(actorId && { actorId }),
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
  const authorized = authorize(applyingPolicy, 'apply', actor, standing);
  return (await findLoanToAsk(reads, authorized))!;
}

export async function suggestionsOn(reads: Queries, actor: Actor, loanId: string) {
  const loan = await loanOf(reads, actor, loanId);
  const template = loan.template_id && (await findTemplate(reads, actor, loan.template_id));
  const open = new Suggestions();
  for (const each of await templatesOf(reads, loan)) {
    open.add(await loadPlan(reads, loan, 'rules', each));
  }
  const nameOf = await templateNames(reads, actor, open.templateIds());
  return {
    template: template
      ? {
          id: template.id,
          name: template.name,
          version: loan.template_version!,
          newestVersion: template.published_version,
        }
      : null,
    // Requests that are added automatically are not suggested.
    suggested: open.suggested.map((each) => ({
      ...presentWanted(each),
      templateName: nameOf(open.versionOf(each)),
    })),
    waiting: open.waiting.map((each) => ({
      ...presentWaiting(each),
      templateName: nameOf(open.versionOf(each)),
    })),
    abilities: { decide: true },
  };
}

/** Merges suggestions of several templates: one that two of them want under the same title is listed once. */
class Suggestions {
  readonly suggested: NeededRequest[] = [];
  readonly waiting: NeededRequest[] = [];
  private readonly known = new Map<string, Version>();

  add({ plan, versionOf }: Planned): void {
    for (const [list, more] of [
      [this.suggested, plan.suggested],
      [this.waiting, plan.waiting],
    ] as const) {
      for (const each of more) {
        const what = whatIsAsked(each);
        if (this.known.has(what)) continue;
        this.known.set(what, versionOf(each));
        list.push(each);
      }
    }
  }

  versionOf(request: NeededRequest): Version {
    return this.known.get(whatIsAsked(request))!;
  }

  templateIds(): string[] {
    return [...new Set([...this.known.values()].map(({ id }) => id))];
  }
}

const whatIsAsked = ({ entityId, item }: NeededRequest): string =>
  `${entityId} ${item.title.toLowerCase()}`;

async function templateNames(reads: Queries, actor: Actor, ids: readonly string[]) {
  const templates = await Promise.all(ids.map((id) => findTemplate(reads, actor, id)));
  const names = new Map(templates.flatMap((row) => (row ? [[row.id, row.name] as const] : [])));
  return ({ id }: Version): string => names.get(id) ?? '';
}

interface Decided {
  add: readonly RequestKey[];
  dismiss: readonly RequestKey[];
}

export async function decideOn(tx: Tx, actor: Actor, loanId: string, decisions: Decided) {
  const loan = await loanOf(tx, actor, loanId, 'lock');
  const add = new Set(decisions.add.map(textOf));
  const dismissible = new Set(decisions.dismiss.map(textOf).filter((key) => !add.has(key)));
  const open = new Set([...add, ...dismissible]);
  // A request that was dismissed is not suggested by another template either.
  const notNeeded = new Set<string>();
  for (const template of await templatesOf(tx, loan)) {
    const planned = await loadPlan(tx, loan, 'rules', template, { chosen: add });
    const undecided = planned.needed.filter(({ key }) => !planned.requested.has(key));
    for (const each of undecided) {
      if (open.delete(each.key) && dismissible.has(each.key)) notNeeded.add(whatIsAsked(each));
    }
    const dismissed = undecided.filter((each) => notNeeded.has(whatIsAsked(each)));
    await decide(tx, actor, planned, dismissed);
  }
  if (open.size > 0) throw new ApiError('NOT_FOUND');
  await refreshQuestions(tx, loan);
  return { added: add.size, dismissed: dismissible.size };
}

async function decide(tx: Tx, actor: Actor, planned: Planned, dismissed: readonly NeededRequest[]) {
  const { plan } = planned;
  if (plan.add.length + plan.adopt.length > 0) {
    await executePlan(tx, planned, actor.accountId);
    recordRules(tx, planned, actor.accountId);
  }
  await dismiss(tx, actor, planned, dismissed);
}

const textOf = ({ templateElementId, entityId, repeat }: RequestKey): string =>
  keyOf(templateElementId, entityId, repeat);
