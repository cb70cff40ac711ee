/** Bar 1: what the whole server adds to the query and to sending the bytes. */
import { inOnePipeline, type Statement } from '@cairn/server/platform/db/pipeline';
import { loanList } from '@cairn/server/modules/loans/list-store';
import pg from 'pg';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startStaticServer, startWeb } from '../processes.ts';
import { comparePlans } from '../plans.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';
import { median } from '../statistics.ts';
import type { World } from '../world.ts';
import { withDelay } from './with-delay.ts';

const LIMIT = 50;
const FILTER = { category: 'ORIGINATION' } as const;
const PATH = `/api/v1/loans/view?category=${FILTER.category}&limit=${LIMIT}`;

/** The statements of viewLoans: a page and one more row, and the pinned loans. */
const listStatements = ({ measured }: World): Statement[] => [
  loanList(measured.actor, FILTER, { pinned: false, limit: LIMIT + 1 }).statement(),
  loanList(measured.actor, FILTER, { pinned: true, limit: 100 }).statement(),
];

/** Plain node-postgres as the owner, with named statements in sequence. */
function bareSql(client: pg.Client, statements: readonly Statement[]): Sample {
  return () =>
    measureMicroseconds(async () => {
      for (const { name, text, values } of statements) {
        await client.query({ name, text, values: [...values] });
      }
    });
}

async function ownersClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

async function roundTrip(client: pg.Client): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    samples.push(await measureMicroseconds(() => client.query({ name: 'one', text: 'select 1' })));
  }
  return median(samples);
}

const overHttp = (client: HttpClient, request: string): Sample => {
  return () => measureMicroseconds(() => client.succeed(request));
};

async function open(world: World): Promise<Experiment> {
  const { measured, urls, environment } = world;
  const web = await startWeb(environment);
  const request = requestText('GET', PATH, { cookie: `cairn-session=${measured.token}` });
  const list = await HttpClient.open(web.port);
  const { contentType, body } = await list.succeed(request);
  const fixed = await startStaticServer({ contentType, body: String(body) });
  const fixedClients = [await HttpClient.open(fixed.port), await HttpClient.open(fixed.port)];
  const owners = [
    await ownersClient(urls.owner),
    await ownersClient(urls.owner),
    await ownersClient(urls.owner),
  ];
  const statements = listStatements(world);
  const plans = await comparePlans(urls.app, urls.owner, statements);
  return {
    title: 'the whole server',
    plan: world.plan({ rounds: 200, turn: 5, warmUp: 40 }),
    variants: {
      list: overHttp(list, request),
      'bare SQL': bareSql(owners[0]!, statements),
      'bare SQL again': bareSql(owners[1]!, statements),
      'static HTTP': overHttp(fixedClients[0]!, request),
      'static HTTP again': overHttp(fixedClients[1]!, request),
      'bare SQL in one flush': () =>
        measureMicroseconds(() => inOnePipeline(owners[2]!, statements)),
    },
    figure: { over: ['list'], under: ['bare SQL', 'static HTTP'] },
    same: {
      over: ['bare SQL again', 'static HTTP again'],
      under: ['bare SQL', 'static HTTP'],
    },
    also: {
      'list ÷ (bare SQL in one flush + static HTTP)': {
        over: ['list'],
        under: ['bare SQL in one flush', 'static HTTP'],
      },
    },
    comparable: plans === 'the same',
    notes: {
      plans,
      'reply in bytes': body.length,
      'database round trip in µs': Math.round(await roundTrip(owners[0]!)),
    },
    async close() {
      for (const client of [list, ...fixedClients]) client.close();
      for (const client of owners) await client.end();
      await web.stop();
      await fixed.stop();
    },
  };
}

export const loanListBar: Bar = {
  number: 1,
  title: 'loan list ÷ (bare SQL + static HTTP of the same bytes)',
  target: 1.15,
  experiments: [open, withDelay(open)],
};
