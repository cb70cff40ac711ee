/**
 * The articles that come with the product, one file each in db/learning-center. Each is added once: if the operator
 * changes or deletes it, later versions respect that. An unchanged article gets the pictures of a later version.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SupportAudience } from '@cairn/contract';
import type pg from 'pg';
import { pictureIn } from '../../platform/images.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../../db/learning-center');

export interface StarterTopic {
  slug: string;
  title: string;
  position: number;
  description: string;
}
export interface StarterArticle {
  slug: string;
  title: string;
  summary: string;
  topic: string;
  audiences: SupportAudience[];
  position: number;
  body: string;
}

export async function readTopics(): Promise<StarterTopic[]> {
  const [, ...lines] = (await readFile(join(FOLDER, 'topics.tsv'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const [slug = '', title = '', position = '', description = ''] = line.split('\t');
    return { slug, title, position: Number(position), description };
  });
}

export async function readArticles(): Promise<StarterArticle[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    names.map(async (name) => articleIn(name, await readFile(join(FOLDER, name), 'utf8'))),
  );
}

/** Parses lines of `name: value` between two lines of dashes, then the text. */
function articleIn(name: string, content: string): StarterArticle {
  const [, head = '', ...rest] = content.split(/^---\n/m);
  const values = new Map(
    head
      .trimEnd()
      .split('\n')
      .map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
  );
  const valueOf = (key: string): string => {
    const value = values.get(key);
    if (!value) throw new Error(`db/learning-center/${name} has no ${key}`);
    return value;
  };
  return {
    slug: name.replace(/\.md$/, ''),
    title: valueOf('title'),
    summary: valueOf('summary'),
    topic: valueOf('topic'),
    audiences: valueOf('audiences').split(',') as SupportAudience[],
    position: Number(valueOf('position')),
    body: rest.join('---\n').trim(),
  };
}

/** A picture line of a starter article, which refers to a file by name. Stored articles refer to a picture by id. */
const PICTURE_LINE = /^!\[[^[\]\n]{0,300}\]\(picture:([a-z-]+)\)\n\n?/gm;

export const picturesOf = ({ body }: Pick<StarterArticle, 'body'>): string[] =>
  Array.from(body.matchAll(PICTURE_LINE), ([, name]) => name!);

export const readPictureFile = (name: string): Promise<Buffer> =>
  readFile(join(FOLDER, 'pictures', `${name}.jpg`));

/** Runs as the schema's owner, in a transaction. Returns how many articles were added. */
export async function loadArticles(client: pg.ClientBase): Promise<number> {
  await client.query(`select pg_advisory_xact_lock(hashtext('support'))`);
  const { rows } = await client.query<{ slug: string }>('select slug from cairn.support_starter');
  const existing = new Set(rows.map(({ slug }) => slug));
  const articles = await readArticles();
  const fresh = articles.filter(({ slug }) => !existing.has(slug));
  for (const article of articles) {
    if (existing.has(article.slug)) await addPicturesToUnchanged(client, article);
  }
  if (fresh.length === 0) return 0;
  for (const topic of await readTopics()) {
    if (fresh.some((article) => article.topic === topic.slug)) await addTopic(client, topic);
  }
  for (const article of fresh) await addArticle(client, article);
  return fresh.length;
}

async function addTopic(client: pg.ClientBase, topic: StarterTopic): Promise<void> {
  await client.query(
    `with item as (insert into cairn.support_item
       select where not exists (select from cairn.support_category where slug = $1) returning id)
     insert into cairn.support_category (support_id, slug, title, display_order, description)
     select item.id, $1, $2, $3, $4 from item`,
    [topic.slug, topic.title, topic.position, topic.description],
  );
}

/** If the operator has an article with this slug, theirs is kept. */
async function addArticle(client: pg.ClientBase, article: StarterArticle): Promise<void> {
  await client.query('insert into cairn.support_starter (slug) values ($1)', [article.slug]);
  const { rows } = await client.query<{ id: string }>(
    `with item as (insert into cairn.support_item
       select where not exists (select from cairn.support_entry where slug = $1) returning id)
     insert into cairn.support_entry (support_id, category_id, slug, title, summary, body, audiences, display_order,
       is_published)
     select item.id, c.id, $1, $3, $4, $5, $6, $7, true from item, cairn.support_category c where c.slug = $2
     returning id`,
    [
      article.slug,
      article.topic,
      article.title,
      article.summary,
      withoutPictures(article.body),
      article.audiences,
      article.position,
    ],
  );
  for (const { id } of rows) await addPictures(client, id, article);
}

const withoutPictures = (body: string): string => body.replace(PICTURE_LINE, '');

async function addPicturesToUnchanged(
  client: pg.ClientBase,
  article: StarterArticle,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from cairn.support_entry where slug = $1 and body = $2',
    [article.slug, withoutPictures(article.body)],
  );
  for (const { id } of rows) await addPictures(client, id, article);
}

async function addPictures(
  client: pg.ClientBase,
  entryId: string,
  article: StarterArticle,
): Promise<void> {
  const names = picturesOf(article);
  if (names.length === 0) return;
  let { body } = article;
  for (const name of names) {
    const content = await readPictureFile(name);
    const { rows } = await client.query<{ id: string }>(
      `insert into cairn.support_picture (entry_id, content_type, content) values ($1, $2, $3) returning id`,
      [entryId, pictureIn(content)?.type, content],
    );
    body = body.replace(`(picture:${name})`, `(picture:${rows[0]!.id})`);
  }
  await client.query('update cairn.support_entry set body = $2 where id = $1', [entryId, body]);
}
