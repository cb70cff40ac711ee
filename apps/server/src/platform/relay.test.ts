import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { idFrom, newId, PLATFORM_COMPANY } from './ids.ts';
import { fairnessKeyOf } from './relay.ts';

test('companies take turns, and accounts where there is no company', () => {
  const [company, account] = [newId(), newId()];
  expect(fairnessKeyOf({ company_id: company, account_id: account })).toBe(company);
  expect(fairnessKeyOf({ company_id: PLATFORM_COMPANY, account_id: account })).toBe(account);
});

test('addresses without an account share one turn', () => {
  const keys = ['a@x.example', 'b@x.example', 'c@x.example'].map((address) =>
    fairnessKeyOf({
      company_id: PLATFORM_COMPANY,
      account_id: idFrom(createHash('sha256').update(address).digest()),
    }),
  );
  expect(new Set(keys)).toEqual(new Set([PLATFORM_COMPANY]));
});
