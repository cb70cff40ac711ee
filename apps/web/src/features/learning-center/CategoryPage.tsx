import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { send } from '../../lib/client.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { ArticleList } from './ArticleList.tsx';

const route = getRouteApi('/shell/v2/learning-center/category/$slug');

/** Counts a view of the article. A failure is ignored, because the count is not essential. */
export function useCountedView(supportId: string | undefined): void {
  useEffect(() => {
    if (supportId === undefined) return;
    send('incrementSupportViews', { params: { supportId } }).catch(() => undefined);
  }, [supportId]);
}

/** All articles of a topic that the reader may see. */
export function CategoryPage() {
  const { slug } = route.useParams();
  const categories = useCall('listSupportCategories', {});
  const articles = useCall('listSupportEntries', {});
  const topic = categories.data?.categories.find((category) => category.slug === slug);
  useCountedView(topic?.supportId);
  const back = <BackLink to={routes.learningCenter}>Learning Center</BackLink>;
  if (!categories.data || !articles.data) {
    return (
      <Page width="list">
        <QueryFallback
          query={categories.isError ? categories : articles}
          loading="Loading the topic"
          failed="The topic could not be loaded"
        />
      </Page>
    );
  }
  if (!topic) {
    return (
      <Page width="list">
        {back}
        <EmptyState title="Topic not found">
          It may have been renamed. Look for it in the Learning Center.
        </EmptyState>
      </Page>
    );
  }
  const entries = articles.data.entries.filter(
    ({ categoryId, published }) => published && categoryId === topic.id,
  );
  return (
    <Page width="list">
      <PageHeader
        back={back}
        title={topic.title}
        {...(topic.description !== '' && { lead: topic.description })}
      />
      {entries.length === 0 ? (
        <EmptyState title="No articles yet">Articles appear here once published.</EmptyState>
      ) : (
        <ArticleList label={topic.title} entries={entries} />
      )}
    </Page>
  );
}
