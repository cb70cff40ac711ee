/** The articles that come with the product. */
import { SUPPORT_SLUG, SUPPORT_SUMMARY_MAX, SUPPORT_TITLE_MAX } from '@cairn/contract';
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELP_PAGES } from '../../../../web/src/features/learning-center/helpArticles.ts';
import {
  loadArticles,
  picturesOf,
  readArticles,
  readPictureFile,
  readTopics,
  type StarterArticle,
} from './starter-articles.ts';
import { readPicture } from './read-picture.ts';

let articles: StarterArticle[];
let server: TestServer;

beforeAll(async () => {
  articles = await readArticles();
  server = await startTestServer();
}, 60_000);
afterAll(() => server.stop());

describe('the articles that come with the product', () => {
  test('are enough for each audience, short, with steps', async () => {
    const numberFor = (audience: StarterArticle['audiences'][number]) =>
      articles.filter(({ audiences }) => audiences.includes(audience)).length;
    expect(numberFor('LENDER')).toBeGreaterThanOrEqual(12);
    expect(numberFor('BORROWER')).toBeGreaterThanOrEqual(10);
    expect(numberFor('ADMIN')).toBeGreaterThanOrEqual(5);
    const topics = new Set((await readTopics()).map(({ slug }) => slug));
    for (const { slug, title, summary, topic, body } of articles) {
      expect(slug).toMatch(SUPPORT_SLUG);
      expect(topics, slug).toContain(topic);
      expect(title.length, slug).toBeLessThanOrEqual(SUPPORT_TITLE_MAX);
      expect(summary.length, slug).toBeLessThanOrEqual(SUPPORT_SUMMARY_MAX);
      const words = `${summary} ${body}`.split(/\s+/).length;
      expect(words, slug).toBeGreaterThanOrEqual(150);
      expect(words, slug).toBeLessThanOrEqual(350);
      expect(body, slug).toMatch(/^(1\.|-) /m);
    }
  });

  test('each has a picture that an administrator could upload', async () => {
    for (const article of articles) {
      const names = picturesOf(article);
      expect(names, article.slug).not.toEqual([]);
      for (const name of names) {
        const dataUrl = `data:image/jpeg;base64,${(await readPictureFile(name)).toString('base64')}`;
        expect(readPicture(dataUrl).type, name).toBe('image/jpeg');
      }
    }
  });

  test('every help link leads to one that its reader can open', () => {
    for (const { lender, borrower, admin } of HELP_PAGES) {
      const expected = [
        [lender, ['LENDER', 'BORROWER']],
        [borrower, ['BORROWER']],
        [admin, ['ADMIN']],
      ] as const;
      for (const [slug, readable] of expected) {
        if (slug === undefined) continue;
        const article = articles.find((each) => each.slug === slug);
        const audiences: readonly string[] = article?.audiences ?? [];
        expect(
          readable.some((audience) => audiences.includes(audience)),
          slug,
        ).toBe(true);
      }
    }
  });

  test('are added once: what the operator changed or deleted stays so', async () => {
    const client = await server.owner.connect();
    const load = async () => {
      await client.query('begin');
      const added = await loadArticles(client);
      await client.query('commit');
      return added;
    };
    expect(await load()).toBe(articles.length);
    await client.query(
      `update cairn.support_entry set title = 'Ours' where slug = 'create-a-loan'`,
    );
    await client.query(`delete from cairn.support_item where id in
      (select support_id from cairn.support_entry where slug = 'review-documents')`);
    expect(await load()).toBe(0);
    const { rows } = await client.query<{ title: string }>(
      `select title from cairn.support_entry where slug in ('create-a-loan', 'review-documents')`,
    );
    client.release();
    expect(rows).toEqual([{ title: 'Ours' }]);
  });

  test('get pictures of a later version only where their text is unchanged', async () => {
    const client = await server.owner.connect();
    const slugs = ['send-a-document', 'send-messages'];
    await client.query('begin');
    await loadArticles(client);
    const old = `regexp_replace(body, '!\\[[^]]*\\]\\(picture:[0-9a-f-]+\\)\\n\\n', '')`;
    await client.query(`update cairn.support_entry set body = ${old} where slug = any($1)`, [
      slugs,
    ]);
    await client.query(
      `delete from cairn.support_picture using cairn.support_entry e where e.id = entry_id and slug = any($1)`,
      [slugs],
    );
    await client.query(
      `update cairn.support_entry set body = body || ' Ours.' where slug = 'send-messages'`,
    );
    await loadArticles(client);
    const { rows } = await client.query<{ slug: string; pictures: string; shown: boolean }>(
      `select slug, count(p.id) as pictures, bool_or(strpos(body, p.id::text) > 0) as shown
       from cairn.support_entry e left join cairn.support_picture p on p.entry_id = e.id
       where slug = any($1) group by slug order by slug`,
      [slugs],
    );
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([
      { slug: 'send-a-document', pictures: '1', shown: true },
      { slug: 'send-messages', pictures: '0', shown: null },
    ]);
  });
});
