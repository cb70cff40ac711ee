import { expect, it } from 'vitest';
import { CallError } from '../../lib/CallError.ts';
import { runUnlessMember } from './addOfficer.ts';

it('takes a loan on which the employee works already for done, and no other refusal', async () => {
  const refused = (userId: string) => () =>
    Promise.reject(new CallError(400, { code: 'INVALID_REQUEST', fieldErrors: { userId } }));
  await expect(runUnlessMember(refused('Already a lender on this loan'))).resolves.toBeUndefined();
  await expect(runUnlessMember(refused('Works elsewhere'))).rejects.toThrow();
});
