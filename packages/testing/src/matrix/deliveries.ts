/** An email about the loan whose address is stopped, so that it can be sent again. */
import { newId } from '@cairn/server/platform/ids';
import type { Place, Target } from './target.ts';

export async function stoppedDelivery({ server, loan }: Place): Promise<Partial<Target>> {
  const id = newId();
  const address = `${id}@example.com`;
  await server.owner.query(
    `insert into cairn.message_delivery (company_id, id, channel, address, topic, loan_ids, state)
     values ($1, $2, 'EMAIL', $3, 'REQUESTS', array[$4::uuid], 'BOUNCED')`,
    [loan.companyId, id, address, loan.id],
  );
  await server.owner.query(
    `insert into cairn.stopped_address (company_id, channel, address, cause)
     values ($1, 'EMAIL', $2, 'BOUNCED')`,
    [loan.companyId, address],
  );
  return { deliveryId: id };
}
