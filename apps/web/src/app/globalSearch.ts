import { isId } from '../lib/addressValues.ts';

/** What any page can be opened with, besides its own. A flag is there or not, whatever its value. */
export interface GlobalSearch {
  /** The page is embedded in another application, which has its own navigation. */
  mobile?: string;
  /** A preview has the page to itself. */
  expandedPreview?: string;
  /** The dialog in which a colleague is added is open. */
  addUserModal?: string;
  userId?: string;
  companyId?: string;
  'no-access-modal'?: string;
  message?: string;
  severity?: string;
}

const FLAGS = ['mobile', 'expandedPreview', 'addUserModal', 'no-access-modal'] as const;
const IDS = ['userId', 'companyId'] as const;
const TEXTS = ['message', 'severity'] as const;

export function readGlobalSearch(raw: Record<string, unknown>): GlobalSearch {
  const search: GlobalSearch = {};
  for (const name of FLAGS) if (name in raw) search[name] = '';
  for (const name of IDS) {
    const id = raw[name];
    if (isId(id)) search[name] = id;
  }
  for (const name of TEXTS) {
    const text = raw[name];
    if (typeof text === 'string' && text !== '') search[name] = text;
  }
  return search;
}
