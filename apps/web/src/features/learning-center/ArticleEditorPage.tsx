import type { SupportCategory, SupportEntry } from '@cairn/contract';
import { slugFrom } from '@cairn/contract/learning-center-terms';
import { Button, Group } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Form } from '../../ui/Form.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { type ArticleValues, ArticleFields } from './ArticleFields.tsx';

const route = getRouteApi('/shell/admin/admin/learning-center/$id/edit');

const bodyOf = ({ slug, ...values }: ArticleValues) => ({
  ...values,
  slug: slug === '' ? slugFrom(values.title) || undefined : slug,
});

const EMPTY: ArticleValues = {
  title: '',
  slug: '',
  categoryId: '',
  summary: '',
  audiences: ['LENDER'],
  position: 0,
  published: false,
  body: '',
};

const back = <BackLink to={routes.adminArticles}>Articles</BackLink>;

interface EditorProps {
  entry: SupportEntry;
  topics: readonly SupportCategory[];
}

function Editor({ entry, topics }: EditorProps) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [version, setVersion] = useState(entry.version);
  const { mutate: remove, isPending: removing } = useAction('deleteSupportEntry');
  const form = useCallForm('updateSupportEntry', {
    mode: 'controlled',
    initialValues: {
      title: entry.title,
      slug: entry.slug,
      categoryId: entry.categoryId,
      summary: entry.summary,
      audiences: entry.audiences,
      position: entry.position,
      published: entry.published,
      body: entry.body ?? '',
    } satisfies ArticleValues,
    optional: ['slug', 'summary', 'body', 'position', 'published'],
    rules: async () =>
      (await import('@cairn/contract/learning-center')).learningCenter.updateSupportEntry.body,
    request: (values) => ({ body: { id: entry.id, version, ...bodyOf(values) } }),
    onSuccess: (values, saved) => {
      setVersion(saved.version);
      form.setValues({ slug: saved.slug });
      toast.success(values.published ? 'Article saved and published' : 'Draft saved');
    },
  });
  return (
    <>
      <PageHeader back={back} title={entry.title}>
        <Group gap="xs">
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to={routes.learningEntry} params={{ slug: entry.slug }} />
            )}
          >
            Open article
          </Button>
          <Button variant="default" onClick={() => setDeleting(true)}>
            Delete article
          </Button>
        </Group>
      </PageHeader>
      <Form
        form={form}
        aria-label="Article"
        actions={
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              Save article
            </Button>
          </Group>
        }
      >
        <ArticleFields form={form} topics={topics} entryId={entry.id} />
      </Form>
      {deleting && (
        <ConfirmDialog
          title={`Delete ${entry.title}?`}
          confirm="Delete article"
          busy={removing}
          onClose={() => setDeleting(false)}
          onConfirm={() =>
            remove(
              { params: { id: entry.id } },
              { onSuccess: () => void navigate({ to: routes.adminArticles }) },
            )
          }
        >
          This permanently deletes the article and its pictures. You can’t undo this.
        </ConfirmDialog>
      )}
    </>
  );
}

function NewArticle({ topics }: { topics: readonly SupportCategory[] }) {
  const navigate = useNavigate();
  const form = useCallForm('createSupportEntry', {
    mode: 'controlled',
    initialValues: {
      ...EMPTY,
      categoryId: topics[0]!.id,
    },
    optional: ['slug', 'summary', 'body', 'position', 'published'],
    rules: async () =>
      (await import('@cairn/contract/learning-center')).learningCenter.createSupportEntry.body,
    request: (values) => ({ body: bodyOf(values) }),
    onSuccess: (values, { id }) => {
      toast.success(values.published ? 'Article published' : 'Draft saved');
      void navigate({ to: routes.adminArticleEdit, params: { id }, replace: true });
    },
  });
  return (
    <Form
      form={form}
      aria-label="Article"
      actions={
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            Save article
          </Button>
        </Group>
      }
    >
      <ArticleFields form={form} topics={topics} />
    </Form>
  );
}

export function CreateArticlePage() {
  const query = useCall('listSupportCategories', {});
  const topics = query.data?.categories;
  return (
    <>
      <PageHeader back={back} title="New article" />
      {!topics && (
        <QueryFallback
          query={query}
          loading="Loading the topics"
          failed="The topics could not be loaded"
        />
      )}
      {topics?.length === 0 && (
        <EmptyState title="No topics yet">Add a topic before you write an article.</EmptyState>
      )}
      {topics && topics.length > 0 && <NewArticle topics={topics} />}
    </>
  );
}

export function EditArticlePage() {
  const { id } = route.useParams();
  const article = useCall('listSupportEntries', { query: { id } });
  const categories = useCall('listSupportCategories', {});
  const entry = article.data?.entries[0];
  if (!article.data || !categories.data) {
    return (
      <QueryFallback
        query={article.isError ? article : categories}
        loading="Loading the article"
        failed="The article could not be loaded"
      />
    );
  }
  if (!entry) {
    return (
      <>
        {back}
        <EmptyState title="This article was deleted">Choose another one.</EmptyState>
      </>
    );
  }
  return <Editor key={entry.id} entry={entry} topics={categories.data.categories} />;
}
