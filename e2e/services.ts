import { status, type ServiceName } from '../tools/services/index.ts';

/** The processes of a service, for journeys that hold one for a moment. */
export async function pidsOf(name: ServiceName): Promise<number[]> {
  return (await status('test')).find((service) => service.name === name)?.pids ?? [];
}
