import { isId } from '../lib/addressValues.ts';

/**
 * Search parameters that every page accepts in addition to its own. A flag is set if it is present, whatever its value.
 */
export interface GlobalSearch {
  /** The page is embedded in another application, which has its own navigation. */
  mobile?: string;
  /** A preview fills the whole page. */
  expandedPreview?: string;
  /** The dialog to add a colleague is open. */
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
