/**
 * node bench/templates.ts: measures the time to read a template of 2,500 elements (one query, on which applying it to a
 * loan is based), to change one element, to publish and to copy it. Reports medians of many calls through the real
 * application on a separate database.
 */
import { blank } from '@cairn/server/modules/templates/elements/fields';
import { elementsOf } from '@cairn/server/modules/templates/elements/store';
import { hashToken } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import { makeTemplate } from '@cairn/testing/database';
import { startTestServer } from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';

const ELEMENTS = 2500;
const ROUNDS = 40;

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ durable: true });
const company = await server.given.company();
const owner = await server.given.employee(company, { level: 'OWNER' });
const token = await server.given.session(owner, { roleLevel: 'LENDER', company });

/** Fifty folders of forty-nine requests, each with a description and a condition. */
const folders = Array.from({ length: ELEMENTS / 50 }, (_, index) => ({
  ...blank(newId(), 'FOLDER', 'LOAN'),
  title: `Folder ${index}`,
  position: index,
}));
const elements = folders.flatMap((folder) => [
  folder,
  ...Array.from({ length: 49 }, (_, index) => ({
    ...blank(newId(), 'FILE', 'LOAN'),
    parent_id: folder.id,
    position: index,
    title: `{{year}} statement ${index}`,
    description: 'All pages, signed, for the three most recent years.',
    condition: 'entity.ownership >= 20 or entity.label == GUARANTOR',
  })),
]);
const template = await server.given.template(company, {
  elements: elements.map((row) => ({ ...row })),
});

async function median(name: string, work: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (ROUNDS - 1))]!.toFixed(1);
  console.log(`${name}: median ${at(0.5)} ms (p10 ${at(0.1)}, p90 ${at(0.9)}, ${ROUNDS} rounds)`);
}

const { rows } = await server.owner.query<{ stamp: string }>('select stamp from cairn.session');
const scope = {
  kind: 'session',
  tokenHash: hashToken(token),
  stamp: rows[0]!.stamp,
} as const;
const actor = { accountId: owner.id, roleLevel: 'LENDER', companyId: company.id } as const;

console.log(`a template of ${elements.length} elements`);
await median('read whole, one query', () =>
  server.db.reads(scope).run(elementsOf(actor, [template.id], 0)),
);
await median('GET elements, as a browser gets them', () =>
  server.call('listTemplateElements', { params: { id: template.id } }, { token }),
);
await median('rename one element', async (round) => {
  const body = {
    templateId: template.id,
    elements: [
      { templateElementId: elements[round + 1]!.id, revision: 1, title: `Renamed ${round}` },
    ],
  };
  const { status } = await server.call('updateTemplateElements', { body }, { token });
  if (status !== 200) throw new Error(`answered ${status}`);
});
await median('copy', () =>
  server.call('copyTemplate', { body: { templateId: template.id } }, { token }),
);
await server.stop();
