/** Runs the same experiment with the network delay of a database on another host. */
import type { Urls } from '../database.ts';
import { throughPort } from '../database.ts';
import type { Experiment } from '../experiment.ts';
import { startDelayProxy } from '../processes.ts';
import type { World } from '../world.ts';

type Open = (world: World) => Promise<Experiment>;

function movedTo(port: number, world: World): World {
  const reach = (url: string): string => throughPort(url, port);
  const { owner, app, relay, bypass } = world.urls;
  const urls: Urls = {
    owner: reach(owner),
    app: reach(app),
    relay: reach(relay),
    bypass: reach(bypass),
  };
  return {
    ...world,
    urls,
    environment: { ...world.environment, DATABASE_URL: urls.app, RELAY_DATABASE_URL: urls.relay },
  };
}

export function withDelay(open: Open): Open {
  return async (world) => {
    const proxy = await startDelayProxy({
      toPort: Number(new URL(world.urls.owner).port),
      eachWayMs: world.delayMs / 2,
    });
    const experiment = await open(movedTo(proxy.port, world));
    return {
      ...experiment,
      title: `${experiment.title}, database ${world.delayMs} ms away`,
      async close() {
        await experiment.close();
        await proxy.stop();
      },
    };
  };
}
