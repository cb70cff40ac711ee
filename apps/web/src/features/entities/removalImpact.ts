/** Counts and texts that explain what removing an entity from a loan means. */
import type { Element, LoanEntity } from '@cairn/contract';
import { ENTITY_LABELS } from '@cairn/contract/entity-fields';

export interface InFolder {
  requests: number;
  answered: number;
}

/** Counts the requests in a folder and its subfolders. Null if the folder no longer exists. */
export function countIn(folderId: string | null, elements: readonly Element[]): InFolder | null {
  if (folderId === null || !elements.some(({ id }) => id === folderId)) return null;
  const inside = new Set([folderId]);
  const impact = { requests: 0, answered: 0 };
  const children = Map.groupBy(elements, ({ parentId }) => parentId);
  for (const id of inside) {
    for (const element of children.get(id) ?? []) {
      if (element.storageType === 'FOLDER') inside.add(element.id);
      else {
        impact.requests += 1;
        if (element.answer !== null) impact.answered += 1;
      }
    }
  }
  return impact;
}

const countText = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;

/** For example "with 3 requests, 1 answered". */
export function folderWords({ requests, answered }: InFolder): string {
  if (requests === 0) return 'which is empty';
  const answers = answered === 0 ? 'none of them' : answered === requests ? 'all' : `${answered}`;
  return `with ${countText(requests, 'request')}, ${answers} answered`;
}

/** The sentence that lists the roles that the entity will no longer have on the loan. Null if it has none. */
export function partWords({ labels }: Pick<LoanEntity, 'labels'>): string | null {
  if (labels.length === 0) return null;
  return `It will no longer be ${labels.map((label) => ENTITY_LABELS[label].toLowerCase()).join(' and ')} on this loan.`;
}
