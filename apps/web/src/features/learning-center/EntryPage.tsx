import type { SupportEntry } from '@cairn/contract';
import { KNOWLEDGE_BASES } from '@cairn/contract/constants';
import { Button, Flex, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { ArticleBody } from './ArticleBody.tsx';
import { blocksOf, headingsOf, minutesToRead } from './articleText.ts';
import classes from './Article.module.css';
import { useCountedView } from './CategoryPage.tsx';
import { audiencesFor, useTopics } from './useArticles.ts';

const route = getRouteApi('/shell/v2/learning-center/entry/$slug');

/** Navigation to the other articles for the same audience. */
function Contents({ entry }: { entry: SupportEntry }) {
  const own = audiencesFor(useUser());
  const audience = own.find((each) => entry.audiences.includes(each)) ?? own[0]!;
  const { topics = [] } = useTopics(audience);
  return (
    <nav className={classes.contents} aria-label="Articles">
      {topics.map((topic) => (
        <section key={topic.id}>
          <h2>{topic.title}</h2>
          <ul>
            {topic.entries.map(({ id, slug, title }) => (
              <li key={id}>
                <Link
                  to={routes.learningEntry}
                  params={{ slug }}
                  {...(id === entry.id && { 'aria-current': 'page' as const })}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface ArticleProps {
  entry: SupportEntry;
  topic: { slug: string; title: string } | undefined;
  mayWrite: boolean;
}

function Article({ entry, topic, mayWrite }: ArticleProps) {
  const blocks = useMemo(() => blocksOf(entry.body ?? ''), [entry.body]);
  const headings = headingsOf(blocks);
  return (
    <div className={classes.layout}>
      <Contents entry={entry} />
      <article className={classes.article}>
        {topic ? (
          <BackLink to={routes.learningCategory} params={{ slug: topic.slug }}>
            {topic.title}
          </BackLink>
        ) : (
          <BackLink to={routes.learningCenter}>Learning Center</BackLink>
        )}
        <Text component="h1" size="display" fw={600} lts="var(--tracking-display)">
          {entry.title}
        </Text>
        <Flex wrap="wrap" rowGap="s4" columnGap="md" mt="xs" mb="md" c="dimmed" fz="meta" lh="meta">
          <span>{minutesToRead(entry.wordCount)}</span>
          <span>Updated {formatDate(entry.updatedDate)}</span>
          <span>
            For {entry.audiences.map((each) => KNOWLEDGE_BASES[each].toLowerCase()).join(', ')}
          </span>
          {!entry.published && <span>Draft</span>}
          {mayWrite && (
            <Link to={routes.adminArticleEdit} params={{ id: entry.id }}>
              Edit
            </Link>
          )}
        </Flex>
        {entry.summary !== '' && <p className={classes.lead}>{entry.summary}</p>}
        <ArticleBody blocks={blocks} />
      </article>
      {headings.length > 1 && (
        <nav className={classes.onThisPage} aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

export function EntryPage() {
  const { slug } = route.useParams();
  const query = useCall('listSupportEntries', { query: { slug } });
  const categories = useCall('listSupportCategories', {});
  const entry = query.data?.entries[0];
  useCountedView(entry?.supportId);
  if (!query.data) {
    return (
      <Page width="list">
        <QueryFallback
          query={query}
          loading="Loading the article"
          failed="The article could not be loaded"
        />
      </Page>
    );
  }
  if (!entry) {
    return (
      <Page width="list">
        <EmptyState
          title="This article isn’t available"
          action={
            <Button variant="default" component={Link} to={routes.learningCenter}>
              Go to the Learning Center
            </Button>
          }
        >
          It may have been renamed or withdrawn.
        </EmptyState>
      </Page>
    );
  }
  const topic = categories.data?.categories.find(({ id }) => id === entry.categoryId);
  return (
    <Page>
      <Article entry={entry} topic={topic} mayWrite={query.data.abilities.write} />
    </Page>
  );
}
