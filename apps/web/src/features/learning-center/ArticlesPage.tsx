import type { SupportCategory, SupportEntry } from '@cairn/contract';
import { KNOWLEDGE_BASES } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageSection } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { RowTitle, rowTarget } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { TopicTable } from './TopicTable.tsx';

const idOf = ({ id }: SupportEntry): string => id;

const articleColumns = (topics: readonly SupportCategory[]): Column<SupportEntry>[] => {
  const titleOf = ({ categoryId }: SupportEntry) =>
    topics.find(({ id }) => id === categoryId)?.title ?? '';
  return [
    {
      id: 'title',
      header: 'Article',
      phone: 'title',
      rowHeader: true,
      cell: ({ id, title }) => (
        <RowTitle
          title={
            <Link className={rowTarget} to={routes.adminArticleEdit} params={{ id }}>
              {title}
            </Link>
          }
        />
      ),
      sortValue: ({ title }) => title,
    },
    {
      id: 'topic',
      header: 'Topic',
      width: '20%',
      phone: 'line',
      hideBelow: 'sm',
      cell: titleOf,
      sortValue: titleOf,
    },
    {
      id: 'audience',
      header: 'For',
      width: '20%',
      phone: 'line',
      hideBelow: 'md',
      cell: ({ audiences }) => audiences.map((each) => KNOWLEDGE_BASES[each]).join(', '),
    },
    {
      id: 'state',
      header: 'Status',
      width: 120,
      phone: 'end',
      cell: ({ published }) =>
        published ? (
          <StatusChip hue="green" icon={IconWorld} label="Published" />
        ) : (
          <StatusChip hue="gray" icon={IconPencil} label="Draft" />
        ),
      sortValue: ({ published }) => (published ? 1 : 0),
    },
    {
      id: 'views',
      header: 'Views',
      width: 80,
      align: 'right',
      phone: 'hidden',
      cell: ({ viewCount }) => viewCount,
      sortValue: ({ viewCount }) => viewCount,
    },
    {
      id: 'updated',
      header: 'Updated',
      width: 130,
      phone: 'hidden',
      cell: ({ updatedDate }) => formatDate(updatedDate),
      sortValue: ({ updatedDate }) => updatedDate,
    },
  ];
};

/** Administration of the articles, including drafts, and of their topics. */
export function ArticlesPage() {
  const articles = useCall('listSupportEntries', {});
  const categories = useCall('listSupportCategories', {});
  const topics = categories.data?.categories;
  const columns = useMemo(() => articleColumns(topics ?? []), [topics]);
  return (
    <>
      <PageHeader
        title="Learning Center"
        lead="Articles for lenders, borrowers and administrators. Only administrators see drafts."
      >
        {topics && topics.length > 0 && (
          <Button
            component={Link}
            to={routes.adminArticleCreate}
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          >
            New article
          </Button>
        )}
      </PageHeader>
      {articles.data && topics ? (
        <>
          <DataTable
            label="Articles"
            density="dense"
            rows={articles.data.entries}
            rowId={idOf}
            columns={columns}
            empty={
              <EmptyState title="No articles yet">
                {topics.length > 0
                  ? 'Write the first one. It stays a draft until you publish it.'
                  : 'Add a topic below, then write the first article.'}
              </EmptyState>
            }
          />
          <PageSection title="Topics" text="The Learning Center lists articles by topic.">
            <TopicTable topics={topics} />
          </PageSection>
        </>
      ) : (
        <QueryFallback
          query={articles.isError ? articles : categories}
          loading="Loading the articles"
          failed="The articles could not be loaded"
        />
      )}
    </>
  );
}
