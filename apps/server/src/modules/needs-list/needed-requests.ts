/** What a template requests on one loan. Pure, so that preview and execution cannot differ. */
import type { QuestionType } from '@cairn/contract';
import { ruleFires, type Fact, type Facts } from '@cairn/contract/conditions';
import { BLOCK_NAME, evaluateTitle, titleParts, type TitleValues } from '@cairn/contract/naming';
import { sbaTabOf } from '@cairn/contract/sba-tabs';
import { DEFAULT_DISPLAY_ORDER, type BlockType } from '@cairn/contract/template-terms';
import { cutTo } from '../../platform/unicode.ts';
import type { TemplateElementRow } from '../templates/index.ts';

/** What a block is about: the loan itself, or one of its entities. */
export interface Subject {
  readonly entityId: string | null;
  readonly name: string | null;
  readonly block: BlockType;
  readonly facts: Facts;
  readonly values: TitleValues;
  /** Its owners, in percent. */
  readonly owners: readonly { id: string; name: string; share: number }[];
}

/** An element of the package as the template describes it. */
export interface Item {
  title: string;
  description: string | null;
  include_description: boolean;
  storage_type: 'FILE' | 'FOLDER';
  question_type: QuestionType | null;
  choices: readonly string[];
  priority_type: TemplateElementRow['priority_type'];
  flags: TemplateElementRow['modifiers'];
  display_order: number;
  locations: TemplateElementRow['locations'];
  visible_at_status: TemplateElementRow['visible_at_status'];
  release_phase: TemplateElementRow['release_phase'];
  borrower_title: string | null;
  has_expiration: boolean;
  due_days: number | null;
  sba_tab: number | null;
  form_document_id: string | null;
}

export interface NeededRequest {
  readonly key: string;
  readonly templateElementId: string;
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly repeat: string;
  /** Null: in the root, or in the entity's folder. */
  readonly parentKey: string | null;
  readonly path: readonly string[];
  readonly item: Item;
  readonly fires: true | 'unknown';
  readonly rule: string | null;
  readonly because: readonly string[];
  readonly missing: readonly Fact[];
  /** True: added automatically when its condition holds; otherwise suggested. */
  readonly required: boolean;
  /** A request, or a folder that is intentionally empty; other folders are added with their content. */
  readonly counts: boolean;
}

export const keyOf = (templateElementId: string, entityId: string | null, repeat: string): string =>
  `${templateElementId}/${entityId ?? ''}/${repeat}`;

interface Holding {
  fires: true | 'unknown';
  rules: readonly string[];
  because: readonly string[];
  missing: readonly Fact[];
}
const ALWAYS: Holding = { fires: true, rules: [], because: [], missing: [] };

/** Years and months are relative to the day on which the loan was created, whenever this runs. */
export function neededRequests(
  rows: readonly TemplateElementRow[],
  subjects: readonly Subject[],
  asOf: Date,
): NeededRequest[] {
  const children = Map.groupBy(
    rows.toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1)),
    (row) => row.parent_id,
  );
  return subjects.flatMap((subject) => new Walk(children, subject, asOf).whole());
}

class Walk {
  private readonly requests: NeededRequest[] = [];
  private readonly children: ReadonlyMap<string | null, TemplateElementRow[]>;
  private readonly subject: Subject;
  private readonly asOf: Date;

  constructor(
    children: ReadonlyMap<string | null, TemplateElementRow[]>,
    subject: Subject,
    asOf: Date,
  ) {
    this.children = children;
    this.subject = subject;
    this.asOf = asOf;
  }

  whole(): NeededRequest[] {
    this.below(null, null, [], ALWAYS);
    return this.requests;
  }

  private below(
    parentId: string | null,
    parentKey: string | null,
    path: readonly string[],
    above: Holding,
  ): void {
    const siblings = (this.children.get(parentId) ?? []).filter(
      ({ block_type }) => block_type === this.subject.block,
    );
    for (const [index, row] of siblings.entries()) {
      const holding = this.holding(row, above);
      if (!holding) continue;
      if (parentId === null && this.isOwnFolder(row)) {
        this.below(row.id, null, path, holding);
        continue;
      }
      for (const { repeat, title, borrowerTitle } of this.titledRepeats(row)) {
        const request = this.neededRequest(row, {
          repeat,
          title,
          borrowerTitle,
          parentKey,
          path,
          holding,
          index,
        });
        this.requests.push(request);
        if (row.storage_type === 'FOLDER') {
          this.below(row.id, request.key, [...path, title], holding);
        }
      }
    }
  }

  private holding(row: TemplateElementRow, above: Holding): Holding | undefined {
    const { fires, because, missing } = ruleFires(row.condition, this.subject.facts);
    if (fires === false) return undefined;
    return {
      fires: fires === 'unknown' || above.fires === 'unknown' ? 'unknown' : true,
      rules: row.condition === null ? above.rules : [...above.rules, row.condition],
      because: [...above.because, ...because],
      missing: [...new Set([...above.missing, ...missing])],
    };
  }

  /** A block's first folder, "{{businessName}}", is the entity's own folder in the package. */
  private isOwnFolder(row: TemplateElementRow): boolean {
    const placeholder = `{{${BLOCK_NAME[this.subject.block]}}}`;
    return (
      this.subject.entityId !== null &&
      row.storage_type === 'FOLDER' &&
      row.title.trim() === placeholder
    );
  }

  private neededRequest(
    row: TemplateElementRow,
    place: {
      repeat: string;
      title: string;
      borrowerTitle: string | null;
      parentKey: string | null;
      path: readonly string[];
      holding: Holding;
      index: number;
    },
  ): NeededRequest {
    const { repeat, title, borrowerTitle, parentKey, path, holding, index } = place;
    const { entityId, name: entityName } = this.subject;
    const [only, ...more] = holding.rules;
    return {
      key: keyOf(row.id, entityId, repeat),
      templateElementId: row.id,
      entityId,
      entityName,
      repeat,
      parentKey,
      path: entityName === null ? path : [entityName, ...path],
      item: itemOf(row, title, borrowerTitle, index),
      fires: holding.fires,
      rule:
        more.length === 0 ? (only ?? null) : holding.rules.map((rule) => `(${rule})`).join(' and '),
      because: holding.because,
      missing: holding.missing,
      required: row.required,
      counts: row.storage_type === 'FILE' || !this.holdsRequests(row),
    };
  }

  private holdsRequests(row: TemplateElementRow): boolean {
    return (this.children.get(row.id) ?? []).some(
      (child) => child.storage_type === 'FILE' || this.holdsRequests(child),
    );
  }

  /** Both titles of each repetition; the second is null if borrowers see the same one. */
  private titledRepeats(row: TemplateElementRow) {
    const forBorrower =
      row.borrower_title === null ? [] : this.repeats({ ...row, title: row.borrower_title });
    return this.repeats(row).map((each, index) => ({
      ...each,
      borrowerTitle: forBorrower[index]?.title ?? null,
    }));
  }

  private repeats(row: TemplateElementRow): { repeat: string; title: string }[] {
    const count = row.repeat_count ?? 0;
    const lastYear = String(this.asOf.getUTCFullYear() - 1);
    switch (row.repeat_per) {
      case 'YEAR':
        return Array.from({ length: count }, (_, back) => {
          const year = String(this.asOf.getUTCFullYear() - 1 - back);
          return { repeat: year, title: this.title(row, { year }, 'year') };
        });
      case 'MONTH':
        return Array.from({ length: count }, (_, back) => {
          const month = monthBefore(this.asOf, back + 1);
          const values = { year: month.year, month: `${month.name} ${month.year}` };
          return { repeat: month.code, title: this.title(row, values, 'month') };
        });
      case 'OWNER':
        return this.subject.owners
          .filter(({ share }) => share >= count)
          .map(({ id, name: ownerName }) => ({
            repeat: id,
            title: this.title(row, { year: lastYear, ownerName }, 'ownerName'),
          }));
      case null:
        return [{ repeat: '', title: this.title(row, { year: lastYear }) }];
    }
  }

  /** Appends the distinguishing value to the title of each repeated request if the template's title lacks it. */
  private title(
    row: TemplateElementRow,
    values: TitleValues,
    distinguishedBy?: 'year' | 'month' | 'ownerName',
  ): string {
    const all = { ...this.subject.values, ...values };
    const naming = {
      title: row.title,
      namingStrategy: row.naming_strategy,
      blockType: row.block_type,
    };
    const title = evaluateTitle(naming, all);
    const says =
      distinguishedBy === undefined ||
      (distinguishedBy === 'year' && row.naming_strategy === 'TITLE_YEAR') ||
      titleParts(row.title).some((part) => 'variable' in part && part.variable === distinguishedBy);
    return cutTo(says ? title : `${cutTo(title, 200)} ${all[distinguishedBy]}`, 255);
  }
}

function monthBefore(asOf: Date, back: number) {
  const day = new Date(Date.UTC(asOf.getUTCFullYear(), asOf.getUTCMonth() - back, 1));
  return {
    code: day.toISOString().slice(0, 7),
    year: String(day.getUTCFullYear()),
    name: day.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
  };
}

function itemOf(
  row: TemplateElementRow,
  title: string,
  borrowerTitle: string | null,
  index: number,
): Item {
  const isHidden = row.hidden || row.modifiers.includes('HIDE_ON_CREATE');
  const questionType =
    row.answer_type === null || row.answer_type === 'DOCUMENT' ? null : row.answer_type;
  return {
    title,
    description: row.description,
    include_description: row.include_description,
    storage_type: row.storage_type,
    question_type: questionType,
    choices: row.choices,
    priority_type: isHidden ? 'HIDDEN' : row.priority_type,
    flags: row.modifiers,
    // Keeps the template's order; elements that people add later follow.
    display_order: Math.min(index + 1, DEFAULT_DISPLAY_ORDER - 1),
    locations: row.locations,
    visible_at_status: row.visible_at_status,
    release_phase: row.release_phase,
    borrower_title: borrowerTitle,
    has_expiration: row.has_expiration,
    due_days: row.due_days,
    sba_tab: row.storage_type === 'FILE' ? sbaTabOf(row.sba_tab) : null,
    form_document_id: row.answer_document_id,
  };
}
