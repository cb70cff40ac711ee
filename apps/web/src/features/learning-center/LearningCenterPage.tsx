import type { SupportAudience, SupportEntry } from '@cairn/contract';
import { KNOWLEDGE_BASES } from '@cairn/contract/constants';
import { Box, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ArticleList } from './ArticleList.tsx';
import { StartList } from './StartList.tsx';
import classes from './LearningCenter.module.css';
import { audiencesFor, type Topic, useTopics } from './useArticles.ts';

const TYPING_MS = 200;
const SHOWN = 3;

const byViews = (one: SupportEntry, other: SupportEntry) => other.viewCount - one.viewCount;

function TopicCard({ topic }: { topic: Topic }) {
  const { slug, title, entries } = topic;
  return (
    <Box component="li" className={classes.topic} p="s20" bdrs="lg" bg="var(--surface)">
      <h3>
        <Link to={routes.learningCategory} params={{ slug }}>
          {title}
        </Link>
      </h3>
      <p className={classes.count}>
        {entries.length === 1 ? '1 article' : `${entries.length} articles`}
      </p>
      <ul className={classes.links}>
        {entries
          .toSorted(byViews)
          .slice(0, SHOWN)
          .map((entry) => (
            <li key={entry.id}>
              <Link to={routes.learningEntry} params={{ slug: entry.slug }}>
                <IconFileText size={16} stroke={1.7} aria-hidden />
                {entry.title}
              </Link>
            </li>
          ))}
      </ul>
    </Box>
  );
}

function Results({ search, audience }: { search: string; audience: SupportAudience }) {
  const query = useCall('listSupportEntries', { query: { search, audience } });
  if (!query.data) {
    return <QueryFallback query={query} loading="Searching" failed="The search failed" />;
  }
  const entries = query.data.entries.filter(({ published }) => published);
  if (entries.length === 0) {
    return <EmptyState title={`No results for “${search}”`}>Try another word.</EmptyState>;
  }
  return <ArticleList label="Search results" entries={entries} />;
}

function Topics({ audience }: { audience: SupportAudience }) {
  const { query, topics } = useTopics(audience);
  if (!topics) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the articles"
        failed="The articles could not be loaded"
      />
    );
  }
  if (topics.length === 0) {
    return <EmptyState title="No articles yet">Articles appear here once published.</EmptyState>;
  }
  const start = topics.find(({ slug }) => slug.startsWith('getting-started'));
  return (
    <div className={classes.columns}>
      <section aria-labelledby="topics">
        <h2 id="topics" className={classes.heading}>
          Browse by topic
        </h2>
        <ul className={classes.topics}>
          {topics.map((topic) => (
            <TopicCard key={topic.id} topic={topic} />
          ))}
        </ul>
      </section>
      {start && <StartList entries={start.entries} />}
    </div>
  );
}

/** Search, topics with their most read articles, and the articles to start with. */
export function LearningCenterPage() {
  const user = useUser();
  const audiences = audiencesFor(user);
  const [audience, setAudience] = useState<SupportAudience>(audiences[0]!);
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const field = useRef<HTMLInputElement>(null);
  useCommands(
    useMemo(
      () => [
        {
          label: 'Search articles',
          keys: '/',
          where: 'page' as const,
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  return (
    <Page>
      <PageHeader
        title={user.givenName ? `How can we help, ${user.givenName}?` : 'How can we help?'}
      />
      <Group gap="sm" mb="xl">
        <TextInput
          ref={field}
          type="search"
          size="md"
          flex="1 1 20rem"
          maw={576}
          aria-label="Search articles"
          placeholder="Search articles"
          maxLength={200}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          rightSection={text === '' && <Keys keys="/" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {audiences.length > 1 && (
          <Segmented
            label="Articles for"
            options={audiences.map((value) => ({ value, label: KNOWLEDGE_BASES[value] }))}
            value={audience}
            onChange={setAudience}
          />
        )}
      </Group>
      {settled === '' ? (
        <Topics key={audience} audience={audience} />
      ) : (
        <Results search={settled} audience={audience} />
      )}
    </Page>
  );
}
