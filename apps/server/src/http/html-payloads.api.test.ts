/** Threat row 9, continued: payloads in HTML that other programs receive, shown by Chromium without our policy. */
import { payloads, type TestServer } from '@cairn/testing';
import { EVERYTHING, type Target } from '@cairn/testing/matrix/targets';
import type { World } from '@cairn/testing/matrix/world';
import { startPayloadSite, type PayloadSite } from '@cairn/testing/payload-site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provoke, stripSpaces, TEXT } from './payload-scripts.ts';

const all = payloads();
const batchesOf = (size: number): string[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

let site: PayloadSite;
let server: TestServer;
let world: World;
let target: Target;
let owner: { token: string };

beforeAll(async () => {
  site = await startPayloadSite();
  ({ server, world } = site);
  target = await world.target('LB', 'own', EVERYTHING);
  owner = { token: world.callers.LO.token! };
}, 180_000);
afterAll(() => site?.stop(), 60_000);

test('html for other programs: 500 payloads are text in the originator’s html and in lists', async () => {
  const { loan } = target;
  const watched = await site.open();
  await watched.page.route('**/*', (route) => route.abort());
  const look = async (html: string) => {
    await watched.page.setContent(html);
    await provoke(watched.page);
    expect(await watched.page.locator('script, img, iframe, svg, object, form').count()).toBe(0);
  };
  for (const [index, batch] of batchesOf(100).entries()) {
    const text = batch.map((each, at) => ['', '- ', '1. '][at % 3]! + each).join('\n');
    const to = { loanId: loan.id, userIds: [world.callers.LB.account.id] };
    const message = await server.call('sendMessage', { body: { ...to, body: text } }, owner);
    expect(message.status, message.text).toBe(200);
    const request = { params: { id: message.body.id } };
    const { htmlContent } = (await server.call('getOriginatorHtml', request, owner)).body;
    await look(htmlContent);
    const read = stripSpaces(await watched.page.evaluate<string>(TEXT));
    expect([index, batch.filter((each) => !read.includes(stripSpaces(each)))]).toEqual([index, []]);
    for (const each of batch.filter((_, at) => at % 10 === 0)) {
      await server.given.shoeboxItem(loan, world.callers.LB.account, { title: each });
    }
  }
  const body = { loanId: loan.id };
  await look((await server.call('generateShoeboxListBody', { body }, owner)).body.html);
  await look((await server.call('generateNeedsListBody', { body }, owner)).body.html);
  expect(watched.incidents).toEqual([]);
  await watched.context.close();
}, 300_000);
