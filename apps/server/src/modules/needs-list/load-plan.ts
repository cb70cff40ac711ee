/** Loads the templates of a loan, and plans what they request now. */
import type { Queries } from '../../platform/db/db.ts';
import { versionRows, type TemplateElementRow } from '../templates/index.ts';
import { subjectsOf, type Answers } from './facts.ts';
import { findFacts, type FactRow } from './fact-questions-store.ts';
import { planOf, type Mode, type Plan, type Situation } from './plan.ts';
import {
  findRequested,
  entitiesToAsk,
  itemsOn,
  sharesOn,
  type HandledRequestRow,
  type AskingEntity,
  type AskingLoan,
} from './store.ts';
import { neededRequests, type Item, type Subject, type NeededRequest } from './needed-requests.ts';

export interface Version {
  readonly id: string;
  readonly version: number;
}

/** Templates to use instead of those of the loan or one of its entities. */
export interface Instead {
  readonly loan?: Version | undefined;
  readonly entity?: { readonly entityId: string; readonly template: Version } | undefined;
  /** Limits the plan to this entity. */
  readonly only?: string | undefined;
}

/** A loan that does not exist yet: its entities, and nothing else to read. */
export interface Imagined {
  readonly entities: readonly AskingEntity[];
}

export interface Planned {
  readonly loan: AskingLoan;
  readonly entities: readonly AskingEntity[];
  readonly subjects: readonly Subject[];
  readonly requested: ReadonlyMap<string, HandledRequestRow>;
  readonly mode: Mode;
  readonly plan: Plan;
  /** The template version that wants a request. */
  readonly versionOf: (request: NeededRequest) => Version;
  readonly needed: readonly NeededRequest[];
}

export async function loadPlan(
  reads: Queries,
  loan: AskingLoan,
  mode: Mode,
  instead: Instead = {},
  options: { chosen?: ReadonlySet<string>; imagined?: Imagined } = {},
): Promise<Planned> {
  const { chosen, imagined } = options;
  const entities = imagined?.entities ?? (await entitiesToAsk(reads, loan));
  const shares = imagined ? [] : await sharesOn(reads, loan, entities);
  const asOf = new Date(loan.created_at);
  const answers = answersOf(imagined ? [] : await findFacts(reads, loan));
  const subjects = subjectsOf(loan, entities, shares, asOf, answers);
  const requested = imagined
    ? new Map<string, HandledRequestRow>()
    : await findRequested(reads, loan);
  const library = new Library(reads, loan.company_id);
  const versions = new Map<string, Version>();
  const needed: NeededRequest[] = [];
  const sources = sourcesOf(loan, entities, subjects, instead);
  for (const source of sources) {
    const rows = await library.rowsOf(source.template);
    for (const each of neededRequests(rows, source.subjects, asOf)) {
      versions.set(each.key, source.template);
      needed.push(each);
    }
  }
  const situation: Situation = {
    needed,
    requested,
    // Without a template nothing is wanted, and the package need not be read.
    items: imagined || sources.length === 0 ? [] : await itemsOn(reads, loan),
    before: mode === 'renew' ? await itemsBefore(library, requested, subjects, asOf) : new Map(),
    replacing: ({ key }) => isReplaced(requested.get(key)!, loan, entities, instead),
  };
  return {
    loan,
    entities,
    subjects,
    requested,
    mode,
    needed,
    plan: planOf(situation, mode, chosen),
    versionOf: ({ key }) => versions.get(key)!,
  };
}

const answersOf =
  (rows: readonly FactRow[]): Answers =>
  (fact, entityId) =>
    rows.find((row) => row.fact === fact && row.entity_id === entityId)?.answer ?? undefined;

/** Requests of other templates stay: only templates that are renewed remove requests. */
function isReplaced(
  request: HandledRequestRow,
  loan: AskingLoan,
  entities: readonly AskingEntity[],
  { only }: Instead,
): boolean {
  if (only !== undefined && request.entity_id !== only) return false;
  const own = entities.find(({ entity_id }) => entity_id === request.entity_id)?.template_id;
  return request.template_id === (own ?? loan.template_id);
}

/** An entity with its own template gets that template's requests instead of the loan's for its kind. */
function sourcesOf(
  loan: AskingLoan,
  entities: readonly AskingEntity[],
  subjects: readonly Subject[],
  instead: Instead,
): { template: Version; subjects: Subject[] }[] {
  const own = new Map<string, Version>();
  for (const { entity_id, template_id, template_version } of entities) {
    const replaced = instead.entity?.entityId === entity_id ? instead.entity.template : undefined;
    const entityTemplate =
      replaced ??
      (template_id && template_version
        ? { id: template_id, version: template_version }
        : undefined);
    if (entityTemplate) own.set(entity_id, entityTemplate);
  }
  const needed = subjects.filter(
    ({ entityId }) => instead.only === undefined || entityId === instead.only,
  );
  const ofLoan =
    instead.loan ??
    (loan.template_id && loan.template_version
      ? { id: loan.template_id, version: loan.template_version }
      : undefined);
  return [
    ...(ofLoan
      ? [
          {
            template: ofLoan,
            subjects: needed.filter(({ entityId }) => entityId === null || !own.has(entityId)),
          },
        ]
      : []),
    ...needed.flatMap((subject) => {
      const ownTemplate = own.get(subject.entityId ?? '');
      return ownTemplate ? [{ template: ownTemplate, subjects: [subject] }] : [];
    }),
  ];
}

async function itemsBefore(
  library: Library,
  requested: ReadonlyMap<string, HandledRequestRow>,
  subjects: readonly Subject[],
  asOf: Date,
): Promise<Map<string, Item>> {
  const before = new Map<string, Item>();
  const versions = Map.groupBy(
    requested.values(),
    ({ template_id, template_version }) => `${template_id} ${template_version}`,
  );
  for (const rows of versions.values()) {
    const { template_id: id, template_version: version } = rows[0]!;
    const keys = new Set(rows.map(({ key }) => key));
    for (const each of neededRequests(await library.rowsOf({ id, version }), subjects, asOf)) {
      if (keys.has(each.key)) before.set(each.key, each.item);
    }
  }
  return before;
}

/** Reads each version once. */
class Library {
  private readonly known = new Map<string, TemplateElementRow[]>();
  private readonly reads: Queries;
  private readonly companyId: string;

  constructor(reads: Queries, companyId: string) {
    this.reads = reads;
    this.companyId = companyId;
  }

  async rowsOf({ id, version }: Version): Promise<TemplateElementRow[]> {
    const name = `${id} ${version}`;
    const cached = this.known.get(name);
    if (cached) return cached;
    const rows = await this.reads.run(versionRows({ company_id: this.companyId, id }, version));
    this.known.set(name, rows);
    return rows;
  }
}
