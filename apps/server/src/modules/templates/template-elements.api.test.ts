import { randomUUID } from 'node:crypto';
import { startTestServer, type Company, type TestServer } from '@cairn/testing';
import { file, folder, templateSteps, titles } from '@cairn/testing/template-steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';
import { libraryTemplate } from './library/library.ts';

let server: TestServer;
let company: Company;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
  const owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  const { connectionString } = server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await server.stop();
});

const { add, elementsOf, make, publish, update } = templateSteps(() => ({ server, token }));

/** As listed in the specification. */
const ALL_FLAGS =
  'ALL, APPLY_NOW, NONE, LENDER_ONLY, SIGNATURE_REQUIRED, EDITABLE_XLS, BILLING_DOCUMENT, ' +
  'INCLUDE_ANSWERED_UNACCEPTED_IN_TASK, FILLABLE_FORM, HIDE_ON_CREATE, AUDITABLE, ' +
  'NEEDS_LEGAL_REVIEW, SYSTEM_FORM, NEEDS_SIGNATURE, NEEDS_NOTARY, NEEDS_WET_SIG, ' +
  'NEEDS_SHIP_LABEL, INTERNAL_ONLY, EXTERNAL_DATA, SELF_SIGN, SUBMISSION, PROJECT, CLOSING, ' +
  'CONSTRUCTION';

describe('its elements', () => {
  test('have the fields of the specification [R092]', async () => {
    const { id } = await make();
    await add(
      id,
      file('{{year}} business tax return', { modifiers: ['SUBMISSION'], priorityType: 'HIGH' }),
    );
    const { elements } = await elementsOf(id);
    const year = String(new Date().getUTCFullYear() - 1);
    expect(elements).toMatchObject([
      {
        templateElementId: expect.any(String),
        templateId: id,
        parentId: null,
        title: '{{year}} business tax return',
        evaluatedTitle: `${year} business tax return`,
        storageType: 'FILE',
        visibleAtStatus: null,
        hidden: false,
        modifiers: ['SUBMISSION'],
        blockType: 'LOAN',
        answerType: 'DOCUMENT',
        priorityType: 'HIGH',
        required: true,
      },
    ]);
  });

  test('keep their place, and move with their subtree', async () => {
    const { id } = await make();
    const [tax, closing, deed, policy] = Array.from({ length: 4 }, () => randomUUID());
    await add(
      id,
      folder('Tax', { templateElementId: tax }),
      folder('Closing', { templateElementId: closing }),
      file('Deed', { templateElementId: deed, parentId: closing }),
      file('Policy', { templateElementId: policy, parentId: closing, afterId: null }),
    );
    const before = await elementsOf(id);
    expect(titles(before.elements)).toEqual(['Tax', 'Closing', 'Policy', 'Deed']);
    const moved = await update(id, {
      templateElementId: closing,
      revision: 2,
      parentId: tax,
      afterId: null,
    });
    expect(moved.status).toBe(200);
    expect(titles(moved.body.elements)).toEqual(['Closing']);
    const first = await update(id, { templateElementId: deed, revision: 2, afterId: null });
    expect(first.status).toBe(200);
    expect(titles((await elementsOf(id)).elements)).toEqual(['Tax', 'Closing', 'Deed', 'Policy']);
    const intoItself = await update(id, { templateElementId: tax, revision: 2, parentId: closing });
    expect(intoItself.body).toMatchObject({ fieldErrors: { parentId: expect.any(String) } });
  });

  test('of every kind are asked: documents and six kinds of question', async () => {
    const { id } = await make();
    const kinds = ['DOCUMENT', 'TEXT', 'NUMBER', 'DATE', 'CHOICE', 'ADDRESS', 'YES_NO'];
    await add(
      id,
      ...kinds.map((answerType) => file(answerType, { answerType, choices: ['a|b', '-c'] })),
    );
    const { elements, template } = await elementsOf(id);
    expect(elements.map(({ answerType }) => answerType)).toEqual(kinds);
    expect(elements[4]!.choices).toEqual(['a|b', '-c']);
    expect(template).toMatchObject({ totalElements: 7, totalFiles: 7 });
  });

  test('carry any of the 24 document flags, and no other [R187]', async () => {
    const { id } = await make();
    const flags = ALL_FLAGS.split(', ');
    await add(id, ...flags.map((flag) => file(flag, { modifiers: [flag] })));
    const { elements } = await elementsOf(id);
    expect(elements).toHaveLength(24);
    expect(elements.map(({ modifiers }) => modifiers)).toEqual(flags.map((flag) => [flag]));
    expect((await add(id, file('Other', { modifiers: ['SECRET'] }))).status).toBe(400);
  });

  test('are refused with the field that is wrong', async () => {
    const { id } = await make();
    const wrong = [
      [folder('F', { answerType: 'TEXT' }), 'answerType'],
      [file('{{unknown}}'), 'elements.0.title'],
      [file('F', { condition: 'loan.size > 1' }), 'elements.0.condition'],
      [file('F', { repeatPer: 'YEAR' }), 'repeatCount'],
      [file(' '), 'elements.0.title'],
      [file('F', { modifiers: ['SECRET'] }), 'elements.0.modifiers.0'],
    ] as const;
    for (const [element, field] of wrong) {
      const answer = await add(id, element);
      expect(answer.status).toBe(400);
      expect(Object.keys((answer.body as never as { fieldErrors: object }).fieldErrors)).toEqual([
        field,
      ]);
    }
    expect((await elementsOf(id)).elements).toEqual([]);
  });

  test('edited by two at once: different ones both count, the same one only once', async () => {
    const { id } = await make();
    const [a, b] = [randomUUID(), randomUUID()];
    await add(id, file('A', { templateElementId: a }), file('B', { templateElementId: b }));
    const [one, other] = await Promise.all([
      update(id, { templateElementId: a, revision: 2, title: 'A1' }),
      update(id, { templateElementId: b, revision: 2, title: 'B1' }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const revision = (await elementsOf(id)).elements.find(({ title }) => title === 'A1')!.revision;
    const both = await Promise.all(
      ['A2', 'A3'].map((title) => update(id, { templateElementId: a, revision, title })),
    );
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  test('are changed all or none: one foreign id among a hundred refuses them all', async () => {
    const { id } = await make();
    const ids = Array.from({ length: 100 }, () => randomUUID());
    await add(
      id,
      ...ids.map((templateElementId, index) => file(`F${index}`, { templateElementId })),
    );
    const other = await make();
    const foreign = randomUUID();
    await add(other.id, file('Foreign', { templateElementId: foreign }));
    const list = [...ids.slice(1), foreign];
    const answer = await update(
      id,
      ...list.map((templateElementId) => ({ templateElementId, revision: 2, title: 'Changed' })),
    );
    expect(answer.status).toBe(404);
    const reply = await server.call(
      'deleteTemplateElements',
      {
        body: {
          templateId: id,
          elements: list.map((each) => ({ templateElementId: each, revision: 2 })),
        },
      },
      { token },
    );
    expect(reply.status).toBe(404);
    expect(titles((await elementsOf(id)).elements)).not.toContain('Changed');
    expect((await add(id, file('Mine', { templateElementId: foreign }))).status).toBe(409);
  });

  test('a folder is not deleted over an element that another user just added to it', async () => {
    const { id } = await make();
    const [outer, inner] = [randomUUID(), randomUUID()];
    await add(id, folder('Outer', { templateElementId: outer }));
    await add(id, folder('Inner', { templateElementId: inner, parentId: outer }));
    const remove = (revision: number) =>
      server.call(
        'deleteTemplateElements',
        { body: { templateId: id, elements: [{ templateElementId: outer, revision }] } },
        { token },
      );
    expect((await remove(2)).status).toBe(409);
    const { body } = await remove(3);
    expect(body.removed.toSorted()).toEqual([outer, inner].toSorted());
    expect((await add(id, file('Late', { parentId: outer }))).status).toBe(409);
    expect((await elementsOf(id)).template.totalElements).toBe(0);

    const restore = (undo: string) =>
      server.call('updateTemplateElements', { body: { templateId: id, restore: undo } }, { token });
    expect(titles((await restore(body.undo)).body.elements).toSorted()).toEqual(['Inner', 'Outer']);
    expect((await restore(body.undo)).status).toBe(404);
    expect(titles((await elementsOf(id)).elements)).toEqual(['Outer', 'Inner']);
  });

  test('what changed since a revision is told, deletions included', async () => {
    const { id } = await make();
    const [a, b] = [randomUUID(), randomUUID()];
    await add(id, file('A', { templateElementId: a }), file('B', { templateElementId: b }));
    const { template } = await elementsOf(id);
    await update(id, { templateElementId: a, revision: 2, title: 'A1' });
    await server.call(
      'deleteTemplateElements',
      { query: { templateId: id, templateElementId: [b] }, body: {} },
      { token },
    );
    const since = await elementsOf(id, { since: template.revision });
    expect(since).toMatchObject({ complete: false, removed: [b] });
    expect(titles(since.elements)).toEqual(['A1']);
    await publish(id);
    expect(await elementsOf(id, { since: template.revision })).toMatchObject({
      complete: true,
      removed: [],
    });
  });
});

test('two people change, move and delete in the same tree at once: it stays whole', async () => {
  const { id } = await make();
  const rows = libraryTemplate('EQUIPMENT')!.elements.slice(0, 40);
  const ids = new Map(rows.map((row) => [row.id, randomUUID()]));
  await add(
    id,
    ...rows.map((row) => ({
      storageType: row.storage_type,
      blockType: row.block_type,
      title: row.title,
      templateElementId: ids.get(row.id),
      parentId: row.parent_id === null ? null : ids.get(row.parent_id),
    })),
  );
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  const statuses: number[] = [];
  const person = async () => {
    for (let round = 0; round < 15; round += 1) {
      const { elements } = await elementsOf(id);
      const pick = () => elements[random(elements.length)]!;
      const { templateElementId, revision } = pick();
      const kind = random(5);
      const answer =
        kind === 0
          ? await server.call(
              'deleteTemplateElements',
              { body: { templateId: id, elements: [{ templateElementId, revision }] } },
              { token },
            )
          : kind < 3
            ? await update(id, { templateElementId, revision, parentId: pick().templateElementId })
            : await update(id, { templateElementId, revision, title: `Round ${round}` });
      statuses.push(answer.status);
    }
  };
  await Promise.all([person(), person(), person(), person()]);
  // Every refusal has a defined status; afterAll checks the tree itself.
  expect(statuses.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
});
