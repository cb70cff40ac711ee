import { expect, it } from 'vitest';
import { forEachCompany } from './for-each-company.ts';

const moves = (): Error => Object.assign(new Error('it moves'), { code: '57P03' });

it('goes on behind a company that takes no writes', async () => {
  const ids: string[] = [];
  const sum = await forEachCompany(['a', 'b', 'c'], async (id) => {
    if (id === 'b') throw moves();
    ids.push(id);
    return 2;
  });
  expect([sum, ids]).toEqual([4, ['a', 'c']]);
});

it('ends at a fault, and where no company can be written to', async () => {
  const tried: string[] = [];
  const all = forEachCompany('abcdefgh', async (id) => {
    tried.push(id);
    throw moves();
  });
  await expect(all).rejects.toThrow('it moves');
  expect(tried).toHaveLength(4);
  const fault = async (): Promise<number> => {
    throw new Error('a fault');
  };
  await expect(forEachCompany(['a', 'b'], fault)).rejects.toThrow('a fault');
});
