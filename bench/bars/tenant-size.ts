/** Bar 3: the effect of a lender's size: first page and totals with a million loans and with a thousand. */
import { asOwner } from '../database.ts';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startWeb } from '../processes.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';
import { SMALL, type Measured } from '../tenants.ts';
import type { World } from '../world.ts';

const LIST = '/api/v1/loans/view?category=ORIGINATION&limit=50';
/** A filter of the pipeline: two of the three loan types, one phase of origination. */
const FILTERED = `${LIST}&loanType=SBA_7A&loanType=SBA_504`;
/** A loan type of which the large lender has as few loans as the small one. */
const RARE = `${LIST}&loanType=CONSTRUCTION`;
const HALF_A_YEAR_MS = 180 * 86_400_000;
const MODIFIED = `${LIST}&modifiedSince=${new Date(Date.now() - HALF_A_YEAR_MS).toISOString()}`;

/** The calls of the board: the totals, and the first page of each column. */
async function boardOf({ urls }: World, { companyId }: Measured): Promise<string[]> {
  const { rows } = await asOwner(urls.owner, (client) =>
    client.query<{ id: string }>(
      `select id from cairn.phase where company_id = $1 and category = 'ORIGINATION'
       order by display_order`,
      [companyId],
    ),
  );
  return [`/api/v1/lenders/${companyId}/phases`, ...rows.map(({ id }) => `${LIST}&phaseId=${id}`)];
}

async function open(world: World): Promise<Experiment> {
  const web = await startWeb(world.environment);
  const clients: HttpClient[] = [];
  const asks = async (lender: Measured, paths: readonly string[]): Promise<Sample> => {
    const client = await HttpClient.open(web.port);
    clients.push(client);
    const headers = { cookie: `cairn-session=${lender.token}` };
    const requests = paths.map((path) => requestText('GET', path, headers));
    return () =>
      measureMicroseconds(async () => {
        for (const request of requests) await client.succeed(request);
      });
  };
  const pipeline = (lender: Measured): Promise<Sample> =>
    asks(lender, [LIST, `/api/v1/lenders/${lender.companyId}/phases`]);
  const { measured, small } = world;
  return {
    title: 'first page and totals of every phase',
    plan: world.plan({ rounds: 200, turn: 5, warmUp: 40 }),
    variants: {
      large: await pipeline(measured),
      small: await pipeline(small),
      'small again': await pipeline(small),
      'large, filtered': await asks(measured, [FILTERED]),
      'small, filtered': await asks(small, [FILTERED]),
      'large, rare': await asks(measured, [RARE]),
      'small, rare': await asks(small, [RARE]),
      'large, modified': await asks(measured, [MODIFIED]),
      'small, modified': await asks(small, [MODIFIED]),
      'large, board': await asks(measured, await boardOf(world, measured)),
      'small, board': await asks(small, await boardOf(world, small)),
    },
    figure: { over: ['large'], under: ['small'] },
    same: { over: ['small again'], under: ['small'] },
    also: {
      'filtered by type': { over: ['large, filtered'], under: ['small, filtered'] },
      'by a rare type': { over: ['large, rare'], under: ['small, rare'] },
      'modified in 180 days': { over: ['large, modified'], under: ['small, modified'] },
      'board with its counts': { over: ['large, board'], under: ['small, board'] },
    },
    notes: { 'loans of the large lender': measured.loanIds.length, 'of the small one': SMALL },
    async close() {
      for (const client of clients) client.close();
      await web.stop();
    },
  };
}

export const tenantSizeBar: Bar = {
  number: 3,
  title: 'list with totals at 1,000,000 loans ÷ at 1,000',
  target: 1.1,
  experiments: [open],
};
