/** An article of the learning center with a picture: published for everyone, or a draft in hidden scopes. */
import { newId } from '@cairn/server/platform/ids';
import { makePng } from '../png.ts';
import type { TestServer } from '../server.ts';
import type { Place, Target } from './target.ts';

export async function articleWithPicture({
  server,
  scope,
  account,
  stranger,
}: Place): Promise<Partial<Target>> {
  const { owner } = server;
  const isDraft = scope === 'hidden';
  const article = {
    id: newId(),
    supportId: newId(),
    // Shared by all articles, because the number of topics is limited.
    categoryId: await topic(server, isDraft ? 'Topic of drafts' : 'Topic'),
    pictureId: newId(),
  };
  await owner.query('insert into cairn.support_item (id) values ($1)', [article.supportId]);
  await owner.query(
    `insert into cairn.support_entry (id, support_id, category_id, slug, title, body, audiences, is_published)
     values ($1, $2, $3, $4, $5, $5, '{LENDER,BORROWER,ADMIN}', $6)`,
    [
      article.id,
      article.supportId,
      article.categoryId,
      `article-${article.id}`,
      isDraft ? 'CANARY-OTHER draft' : 'CANARY-OWN article',
      !isDraft,
    ],
  );
  await owner.query(
    `insert into cairn.support_picture (id, entry_id, content_type, content) values ($1, $2, 'image/png', $3)`,
    [article.pictureId, article.id, makePng(4, 4)],
  );
  await owner.query(
    'insert into cairn.support_view (support_id, account_id, viewed_on) values ($1, $2, current_date)',
    [article.supportId, isDraft ? stranger.id : account.id],
  );
  return { article };
}

async function topic({ owner }: TestServer, title: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from cairn.support_category where title = $1',
    [title],
  );
  if (rows[0]) return rows[0].id;
  const id = newId();
  await owner.query('insert into cairn.support_item (id) values ($1)', [id]);
  await owner.query(
    'insert into cairn.support_category (id, support_id, slug, title) values ($1, $1, $2, $3)',
    [id, `topic-${id}`, title],
  );
  return id;
}

/** A topic without articles, which can be deleted; the next caller gets another one. */
export const emptyTopic = async ({ server }: Place): Promise<Partial<Target>> => ({
  emptyTopicId: await topic(server, 'Empty topic'),
});
