/** The built pages of a test server, opened in Chromium. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  PATIENCE_MS,
  provoke,
  TEXT,
  watchPage,
  type Watched,
} from '@cairn/server/http/payload-scripts';
import { cookieNames } from '@cairn/server/platform/sessions';
import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '../../../e2e/browser.ts';
import { makeWorld, type Caller, type World } from './matrix/world.ts';
import { startTestServer, type TestServer } from './server.ts';
import { until } from './until.ts';

export interface PayloadSite {
  readonly address: string;
  readonly server: TestServer;
  readonly world: World;
  /** Opens a page as a logged-in person, or as a visitor. */
  open(caller?: Caller): Promise<Watched>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

export async function startPayloadSite(): Promise<PayloadSite> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // Must be the browser's address, because writes from another origin are refused.
  const server = await startTestServer({ config: { publicUrl: new URL(address) } });
  const world = await makeWorld(server, false);
  await server.app.listen({ port, host: '127.0.0.1' });
  const browser = await chromium.launch(browserOptions.launchOptions);
  return {
    address,
    server,
    world,
    async open(caller) {
      const context = await browser.newContext({ baseURL: address });
      if (caller) {
        const { session: name } = cookieNames(server.config.publicUrl);
        const value = world.callers[caller].token!;
        await context.addCookies([{ name, value, url: address }]);
      }
      return { context, ...(await watchPage(context)) };
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Navigates with the application's router; only the first visit loads the page. */
export async function visit(page: Page, path: string): Promise<string> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await page.evaluate(`visit(${JSON.stringify(path)})`);
  // waitForFunction cannot be used here, because it evaluates code in the page, which the content security policy
  // refuses.
  await until(() => page.evaluate<boolean>('isAtRest()'), PATIENCE_MS);
  await provoke(page);
  return page.evaluate<string>(TEXT);
}
