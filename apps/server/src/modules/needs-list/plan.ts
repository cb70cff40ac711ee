/** Plans the changes of applying a template, by comparing it with the package. Pure. */
import {
  CHANGED_FIELDS,
  type ChangedField,
  type KeptReason,
} from '@cairn/contract/needs-list-terms';
import type { Item, NeededRequest } from './needed-requests.ts';

/** A request that was handled before: added, adopted, or dismissed. */
export interface Asked {
  readonly key: string;
  readonly template_id: string;
  /** Null if dismissed, or permanently deleted. */
  readonly element_id: string | null;
}

/** The part of a package's element that a comparison needs. */
export interface There {
  readonly id: string;
  readonly parent_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly include_description: boolean;
  readonly storage_type: 'FILE' | 'FOLDER';
  readonly choices: readonly string[];
  readonly priority_type: string;
  readonly flags: readonly string[];
  readonly visible_at_status: string | null;
  readonly release_phase: string | null;
  readonly borrower_title: string | null;
  readonly has_expiration: boolean;
  readonly sherpa_entity_id: string | null;
  readonly in_trash: boolean;
  readonly answered: boolean;
  readonly target_id: string | null;
}

export interface Situation {
  readonly wanted: readonly NeededRequest[];
  readonly asked: ReadonlyMap<string, Asked>;
  readonly there: readonly There[];
  /** Elements as the previous version described them. */
  readonly before: ReadonlyMap<string, Item>;
  /** Selects the templates whose requests are removed when nothing wants them any more. */
  readonly replacing: (asked: Asked) => boolean;
}

export type Mode =
  /** Adds everything that applies and was not handled before. */
  | 'add'
  /** Like `add`, and applies what the template's new version changed or removed. */
  | 'renew'
  /** Adds only required requests whose condition has come to hold. */
  | 'rules';

export interface Plan {
  /** Folders precede their content. */
  readonly add: readonly NeededRequest[];
  /** Found in the package under the same title, so that nothing is requested twice. */
  readonly adopt: readonly { wanted: NeededRequest; item: There }[];
  readonly change: readonly { item: There; fields: readonly ChangedField[]; to: Item }[];
  readonly remove: readonly There[];
  readonly kept: readonly { item: There; why: KeptReason }[];
  readonly suggested: readonly NeededRequest[];
  readonly waiting: readonly NeededRequest[];
}

export function planOf(situation: Situation, mode: Mode, chosen?: ReadonlySet<string>): Plan {
  const { wanted, asked } = situation;
  const isNew = (each: NeededRequest): boolean => each.counts && !asked.has(each.key);
  const asksByItself = (each: NeededRequest): boolean =>
    mode !== 'rules' || each.rule === null || each.required;
  const picked = wanted.filter(
    (each) =>
      isNew(each) && (chosen ? chosen.has(each.key) : each.fires === true && asksByItself(each)),
  );
  const chosenNow = new Set(picked);
  const titled = requestsByTitle(situation);
  const found = takeByTitle(titled);
  // An existing request with this title is not suggested, because a second template may want the same.
  const isOpen = (each: NeededRequest): boolean => isNew(each) && !titled.has(titlePlace(each));
  const adopt = picked.flatMap((each) => {
    const item = found(each);
    return item ? [{ wanted: each, item }] : [];
  });
  const adopted = new Set(adopt.map((each) => each.wanted.key));
  const leaves = picked.filter(({ key }) => !adopted.has(key));
  const renewed =
    mode === 'renew' ? renewal(situation, adopt) : { change: [], remove: [], kept: [] };
  return {
    ...withFolders(situation, leaves, adopt),
    ...renewed,
    kept: [
      ...adopt
        .filter(({ wanted: { counts } }) => counts)
        .map(({ item }) => ({ item, why: 'ALREADY_THERE' as const })),
      ...renewed.kept,
    ],
    suggested: wanted.filter((each) => isOpen(each) && each.fires === true && !chosenNow.has(each)),
    waiting: wanted.filter((each) => isOpen(each) && each.fires === 'unknown'),
  };
}

/** Adds the folders of new requests that do not exist (any more). */
function withFolders(
  { wanted, asked, there }: Situation,
  leaves: readonly NeededRequest[],
  adopt: readonly { wanted: NeededRequest; item: There }[],
) {
  const byKey = new Map(wanted.map((each) => [each.key, each]));
  const living = new Set(there.filter(({ in_trash }) => !in_trash).map(({ id }) => id));
  const needed = new Set(leaves.map(({ key }) => key));
  const isOpen = (key: string): boolean => living.has(asked.get(key)?.element_id ?? '');
  for (const leaf of leaves) {
    let at = leaf.parentKey;
    while (at !== null && !needed.has(at) && !isOpen(at)) {
      needed.add(at);
      at = byKey.get(at)?.parentKey ?? null;
    }
  }
  const folders = placesIn(there);
  const add: NeededRequest[] = [];
  const foldersThere: { wanted: NeededRequest; item: There }[] = [];
  for (const each of wanted) {
    if (!needed.has(each.key)) continue;
    const known =
      each.item.storage_type === 'FOLDER' && !each.counts
        ? folders.get(placeOf(each.entityId, [...pathBelow(each), each.item.title]))
        : undefined;
    if (known) foldersThere.push({ wanted: each, item: known });
    else add.push(each);
  }
  return { add, adopt: [...foldersThere, ...adopt] };
}

const pathBelow = ({ path, entityName }: NeededRequest): readonly string[] =>
  entityName === null ? path : path.slice(1);
const placeOf = (entityId: string | null, path: readonly string[]): string =>
  JSON.stringify([entityId, ...path.map((title) => title.toLowerCase())]);

/** Folders outside the trash, by entity and path. */
function placesIn(there: readonly There[]): Map<string, There> {
  const byId = new Map(there.map((item) => [item.id, item]));
  const places = new Map<string, There>();
  for (const item of there) {
    if (item.storage_type !== 'FOLDER' || item.in_trash || item.parent_id === null) continue;
    const { entityId, path } = wayTo(item, byId);
    const place = placeOf(entityId, path);
    if (!places.has(place)) places.set(place, item);
  }
  return places;
}

function wayTo(item: There, byId: ReadonlyMap<string, There>) {
  const path: string[] = [];
  let at: There | undefined = item;
  while (at && at.parent_id !== null) {
    if (at.storage_type === 'FOLDER' && at.sherpa_entity_id !== null) {
      return { entityId: at.sherpa_entity_id, path };
    }
    path.unshift(at.title);
    at = byId.get(at.parent_id);
  }
  return { entityId: null, path };
}

const titlePlace = ({ entityId, item }: NeededRequest): string => placeOf(entityId, [item.title]);

/** Requests that no known template added, by entity and title. */
function requestsByTitle({ wanted, asked, there }: Situation): ReadonlyMap<string, There> {
  const byId = new Map(there.map((item) => [item.id, item]));
  const taken = new Set(wanted.map(({ key }) => asked.get(key)?.element_id));
  const titled = new Map<string, There>();
  for (const item of there) {
    if (item.storage_type !== 'FILE' || item.in_trash || item.target_id || taken.has(item.id)) {
      continue;
    }
    titled.set(placeOf(wayTo(item, byId).entityId, [item.title]), item);
  }
  return titled;
}

/** A request with the same title about the same entity, from any source; each is used once. */
function takeByTitle(
  titled: ReadonlyMap<string, There>,
): (wanted: NeededRequest) => There | undefined {
  const left = new Map(titled);
  return (wanted) => {
    if (wanted.item.storage_type !== 'FILE') return undefined;
    const known = left.get(titlePlace(wanted));
    left.delete(titlePlace(wanted));
    return known;
  };
}

const FIELDS = Object.keys(CHANGED_FIELDS) as ChangedField[];
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A three-way comparison: the previous version, the new version, and what people changed. */
function renewal(
  { wanted, asked, there, before, replacing }: Situation,
  adopt: readonly { item: There }[],
) {
  const byId = new Map(there.map((item) => [item.id, item]));
  const change: { item: There; fields: ChangedField[]; to: Item }[] = [];
  const kept: { item: There; why: KeptReason }[] = [];
  const held = new Set(adopt.map(({ item }) => item.id));
  for (const each of wanted) {
    const item = byId.get(asked.get(each.key)?.element_id ?? '');
    if (item) held.add(item.id);
    const base = before.get(each.key);
    if (!item || item.in_trash || !base) continue;
    const differing = FIELDS.filter((field) => !same(base[field], each.item[field]));
    const untouched = differing.filter((field) => same(item[field], base[field]));
    if (untouched.length > 0) change.push({ item, fields: untouched, to: each.item });
    if (
      differing.some((field) => !untouched.includes(field) && !same(item[field], each.item[field]))
    ) {
      kept.push({ item, why: 'CHANGED_BY_HAND' });
    }
  }
  const gone = [...asked.values()]
    .filter((each) => replacing(each))
    .flatMap(({ element_id }) => byId.get(element_id ?? '') ?? [])
    .filter(({ id, in_trash }) => !in_trash && !held.has(id));
  const answered = gone.filter((item) => item.answered);
  kept.push(...answered.map((item) => ({ item, why: 'ANSWERED' as const })));
  return {
    change,
    kept,
    remove: findEmptied(
      gone.filter((item) => !item.answered),
      there,
    ),
  };
}

/** A folder is removed only if all of its content is. */
function findEmptied(gone: readonly There[], there: readonly There[]): There[] {
  const children = Map.groupBy(
    there.filter(({ in_trash }) => !in_trash),
    ({ parent_id }) => parent_id,
  );
  const going = new Set(gone.map(({ id }) => id));
  const goes = (item: There): boolean =>
    going.has(item.id) && (children.get(item.id) ?? []).every((child) => goes(child));
  return gone.filter((item) => goes(item));
}
