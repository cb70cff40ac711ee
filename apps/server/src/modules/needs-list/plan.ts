/** Plans the changes of applying a template, by comparing it with the package. Pure. */
import {
  CHANGED_FIELDS,
  type ChangedField,
  type KeptReason,
} from '@cairn/contract/needs-list-terms';
import type { Item, NeededRequest } from './needed-requests.ts';

/** A request that was handled before: added, adopted, or dismissed. */
export interface HandledRequest {
  readonly key: string;
  readonly template_id: string;
  /** Null if dismissed, or permanently deleted. */
  readonly element_id: string | null;
}

/** The part of a package's element that a comparison needs. */
export interface PackageItem {
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
  readonly needed: readonly NeededRequest[];
  readonly requested: ReadonlyMap<string, HandledRequest>;
  readonly items: readonly PackageItem[];
  /** Elements as the previous version described them. */
  readonly before: ReadonlyMap<string, Item>;
  /** Selects the templates whose requests are removed when nothing wants them any more. */
  readonly replacing: (request: HandledRequest) => boolean;
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
  readonly adopt: readonly { needed: NeededRequest; item: PackageItem }[];
  readonly change: readonly { item: PackageItem; fields: readonly ChangedField[]; to: Item }[];
  readonly remove: readonly PackageItem[];
  readonly kept: readonly { item: PackageItem; why: KeptReason }[];
  readonly suggested: readonly NeededRequest[];
  readonly waiting: readonly NeededRequest[];
}

export function planOf(situation: Situation, mode: Mode, chosen?: ReadonlySet<string>): Plan {
  const { needed, requested } = situation;
  const isNew = (each: NeededRequest): boolean => each.counts && !requested.has(each.key);
  const asksByItself = (each: NeededRequest): boolean =>
    mode !== 'rules' || each.rule === null || each.required;
  const picked = needed.filter(
    (each) =>
      isNew(each) && (chosen ? chosen.has(each.key) : each.fires === true && asksByItself(each)),
  );
  const chosenNow = new Set(picked);
  const titled = requestsByTitle(situation);
  const takeMatching = takeByTitle(titled);
  // An existing request with this title is not suggested, because a second template may want the same.
  const isOpen = (each: NeededRequest): boolean => isNew(each) && !titled.has(titlePlace(each));
  const adopt = picked.flatMap((each) => {
    const item = takeMatching(each);
    return item ? [{ needed: each, item }] : [];
  });
  const adopted = new Set(adopt.map((each) => each.needed.key));
  const leaves = picked.filter(({ key }) => !adopted.has(key));
  const renewed =
    mode === 'renew' ? renewal(situation, adopt) : { change: [], remove: [], kept: [] };
  return {
    ...withFolders(situation, leaves, adopt),
    ...renewed,
    kept: [
      ...adopt
        .filter(({ needed: { counts } }) => counts)
        .map(({ item }) => ({ item, why: 'ALREADY_THERE' as const })),
      ...renewed.kept,
    ],
    suggested: needed.filter((each) => isOpen(each) && each.fires === true && !chosenNow.has(each)),
    waiting: needed.filter((each) => isOpen(each) && each.fires === 'unknown'),
  };
}

/** Adds the folders of new requests that do not exist (any more). */
function withFolders(
  { needed, requested, items }: Situation,
  leaves: readonly NeededRequest[],
  adopt: readonly { needed: NeededRequest; item: PackageItem }[],
) {
  const byKey = new Map(needed.map((each) => [each.key, each]));
  const living = new Set(items.filter(({ in_trash }) => !in_trash).map(({ id }) => id));
  const neededKeys = new Set(leaves.map(({ key }) => key));
  const isOpen = (key: string): boolean => living.has(requested.get(key)?.element_id ?? '');
  for (const leaf of leaves) {
    let at = leaf.parentKey;
    while (at !== null && !neededKeys.has(at) && !isOpen(at)) {
      neededKeys.add(at);
      at = byKey.get(at)?.parentKey ?? null;
    }
  }
  const folders = placesIn(items);
  const add: NeededRequest[] = [];
  const foldersThere: { needed: NeededRequest; item: PackageItem }[] = [];
  for (const each of needed) {
    if (!neededKeys.has(each.key)) continue;
    const folder =
      each.item.storage_type === 'FOLDER' && !each.counts
        ? folders.get(placeOf(each.entityId, [...pathBelow(each), each.item.title]))
        : undefined;
    if (folder) foldersThere.push({ needed: each, item: folder });
    else add.push(each);
  }
  return { add, adopt: [...foldersThere, ...adopt] };
}

const pathBelow = ({ path, entityName }: NeededRequest): readonly string[] =>
  entityName === null ? path : path.slice(1);
const placeOf = (entityId: string | null, path: readonly string[]): string =>
  JSON.stringify([entityId, ...path.map((title) => title.toLowerCase())]);

/** Folders outside the trash, by entity and path. */
function placesIn(items: readonly PackageItem[]): Map<string, PackageItem> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const places = new Map<string, PackageItem>();
  for (const item of items) {
    if (item.storage_type !== 'FOLDER' || item.in_trash || item.parent_id === null) continue;
    const { entityId, path } = wayTo(item, byId);
    const place = placeOf(entityId, path);
    if (!places.has(place)) places.set(place, item);
  }
  return places;
}

function wayTo(item: PackageItem, byId: ReadonlyMap<string, PackageItem>) {
  const path: string[] = [];
  let at: PackageItem | undefined = item;
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
function requestsByTitle({
  needed,
  requested,
  items,
}: Situation): ReadonlyMap<string, PackageItem> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const requestedIds = new Set(needed.map(({ key }) => requested.get(key)?.element_id));
  const titled = new Map<string, PackageItem>();
  for (const item of items) {
    if (
      item.storage_type !== 'FILE' ||
      item.in_trash ||
      item.target_id ||
      requestedIds.has(item.id)
    ) {
      continue;
    }
    titled.set(placeOf(wayTo(item, byId).entityId, [item.title]), item);
  }
  return titled;
}

/** A request with the same title about the same entity, from any source; each is used once. */
function takeByTitle(
  titled: ReadonlyMap<string, PackageItem>,
): (request: NeededRequest) => PackageItem | undefined {
  const remaining = new Map(titled);
  return (needed) => {
    if (needed.item.storage_type !== 'FILE') return undefined;
    const item = remaining.get(titlePlace(needed));
    remaining.delete(titlePlace(needed));
    return item;
  };
}

const FIELDS = Object.keys(CHANGED_FIELDS) as ChangedField[];
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A three-way comparison: the previous version, the new version, and what people changed. */
function renewal(
  { needed, requested, items, before, replacing }: Situation,
  adopt: readonly { item: PackageItem }[],
) {
  const byId = new Map(items.map((item) => [item.id, item]));
  const change: { item: PackageItem; fields: ChangedField[]; to: Item }[] = [];
  const keptItems: { item: PackageItem; why: KeptReason }[] = [];
  const claimedIds = new Set(adopt.map(({ item }) => item.id));
  for (const each of needed) {
    const item = byId.get(requested.get(each.key)?.element_id ?? '');
    if (item) claimedIds.add(item.id);
    const base = before.get(each.key);
    if (!item || item.in_trash || !base) continue;
    const differing = FIELDS.filter((field) => !same(base[field], each.item[field]));
    const untouched = differing.filter((field) => same(item[field], base[field]));
    if (untouched.length > 0) change.push({ item, fields: untouched, to: each.item });
    if (
      differing.some((field) => !untouched.includes(field) && !same(item[field], each.item[field]))
    ) {
      keptItems.push({ item, why: 'CHANGED_BY_HAND' });
    }
  }
  const goneItems = [...requested.values()]
    .filter((each) => replacing(each))
    .flatMap(({ element_id }) => byId.get(element_id ?? '') ?? [])
    .filter(({ id, in_trash }) => !in_trash && !claimedIds.has(id));
  const answered = goneItems.filter((item) => item.answered);
  keptItems.push(...answered.map((item) => ({ item, why: 'ANSWERED' as const })));
  return {
    change,
    kept: keptItems,
    remove: findEmptied(
      goneItems.filter((item) => !item.answered),
      items,
    ),
  };
}

/** A folder is removed only if all of its content is. */
function findEmptied(
  goneItems: readonly PackageItem[],
  items: readonly PackageItem[],
): PackageItem[] {
  const children = Map.groupBy(
    items.filter(({ in_trash }) => !in_trash),
    ({ parent_id }) => parent_id,
  );
  const going = new Set(goneItems.map(({ id }) => id));
  const goes = (item: PackageItem): boolean =>
    going.has(item.id) && (children.get(item.id) ?? []).every((child) => goes(child));
  return goneItems.filter((item) => goes(item));
}
