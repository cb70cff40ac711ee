import { status, type ServiceName } from '../tools/services/index.ts';

/** Process IDs of a service, for journeys that pause it. */
export async function pidsOf(name: ServiceName): Promise<number[]> {
  return (await status('test')).find((service) => service.name === name)?.pids ?? [];
}
