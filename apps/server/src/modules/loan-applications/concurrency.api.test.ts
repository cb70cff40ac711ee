/** Acceptance concurrent with changes by the lender or the lead borrower to the same invitation or person. */
import { startApplying, whileHeld, type Applying } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let at: Applying;
beforeAll(async () => {
  at = await startApplying();
});
afterAll(() => at.server.stop());

/** A user who already has an individual at the lender, invited as a different one. */
async function invitedAgain() {
  const who = await at.applicant();
  await at.apply(at.template.id, who.as);
  const lead = await at.applicant();
  const { body: application } = await at.apply(at.template.id, lead.as);
  const { givenName, familyName, emailAddress } = who.account;
  const { body: individual } = await at.server.call(
    'addApplicationIndividual',
    {
      body: {
        loanId: application.id,
        information: { givenName, familyName, emailAddress },
        labels: ['GUARANTOR'],
      },
    },
    lead.as,
  );
  await at.server.call(
    'inviteIndividualAsBorrower',
    { params: { loanId: application.id, loanEntityId: individual.id } },
    lead.as,
  );
  const { rows } = await at.server.owner.query<{ id: string }>(
    'select id from cairn.invitation where email_address = $1',
    [emailAddress],
  );
  const id = rows[0]!.id;
  return {
    loanId: application.id,
    entityId: individual.entityId,
    invitationId: id,
    lead,
    accept: () => at.server.call('doAction', { body: { id, data: { action: 'ACCEPT' } } }, who.as),
  };
}

/** Blocks the acceptance in the middle of its transaction. */
const heldUp = (entityId: string) =>
  [['select from cairn.entity where id = $1 for update', [entityId]]] as const;

test('an invitation is accepted or revoked concurrently without a deadlock', async () => {
  const { loanId, entityId, invitationId, accept } = await invitedAgain();
  const [accepted, takenBack] = await whileHeld<{ status: number }>(
    at.server,
    heldUp(entityId),
    accept,
    () =>
      at.server.call(
        'editNonLenderUser',
        { params: { loanId, userId: invitationId }, body: { remove: true } },
        at.as,
      ),
  );
  expect([accepted!.status, takenBack!.status]).toEqual([200, 404]);
});

test('a person is changed while they accept', async () => {
  const { loanId, entityId, lead, accept } = await invitedAgain();
  const [accepted, changed] = await whileHeld<{ status: number }>(
    at.server,
    heldUp(entityId),
    accept,
    () =>
      at.server.call(
        'updateApplicationIndividual',
        {
          params: { applicationId: loanId, entityId },
          body: { version: 1, information: { phone: '541-555-0144' } },
        },
        lead.as,
      ),
  );
  // The individual has been replaced by another one meanwhile.
  expect([accepted!.status, changed!.status]).toEqual([200, 404]);
});
