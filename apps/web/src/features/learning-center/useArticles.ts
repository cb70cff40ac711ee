import type { LoggedUser, SupportAudience, SupportCategory, SupportEntry } from '@cairn/contract';
import { isAdministrator } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';

/** The audiences whose articles the reader can choose, their own first. */
export function audiencesFor(user: LoggedUser): SupportAudience[] {
  if (isAdministrator(user)) return ['ADMIN', 'LENDER', 'BORROWER'];
  return user.roleLevel === 'LENDER' ? ['LENDER', 'BORROWER'] : ['BORROWER'];
}

export interface Topic extends SupportCategory {
  entries: SupportEntry[];
}

/** Topics with the published articles for one audience; undefined until both lists are loaded. */
export function useTopics(audience: SupportAudience) {
  const categories = useCall('listSupportCategories', {});
  const articles = useCall('listSupportEntries', { query: { audience } });
  const query = categories.isError ? categories : articles;
  const topics =
    categories.data &&
    articles.data &&
    categories.data.categories
      .map((category): Topic => ({
        ...category,
        entries: articles.data.entries.filter(
          ({ categoryId, published }) => published && categoryId === category.id,
        ),
      }))
      .filter(({ entries }) => entries.length > 0);
  return { query, topics };
}
