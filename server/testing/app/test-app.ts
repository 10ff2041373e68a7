// The whole application on a test world, listening on a real port.
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, type AppOptions } from '#server/app.ts';
import { browserOf, type Browser } from './browser.ts';
import { memberOf, type Member, type NewMember } from './members.ts';
import { openTestWorld, type TestWorldOptions } from './test-world.ts';

export type OpenTestApp = typeof openOneApp;
export type TestApp = Awaited<ReturnType<OpenTestApp>>;

let openApp: OpenTestApp = openOneApp;

/** All later applications of this process are opened by this function. */
export function openAppsBy(open: OpenTestApp): void {
  openApp = open;
}

/** Starts it; close it after the test. `visitor()` is a fresh browser, `member({...})` a logged-in member with their own. */
export const openTestApp = (options?: TestWorldOptions & AppOptions): ReturnType<typeof openOneApp> => openApp(options);

export async function openOneApp({ distDir, operations, ...options }: TestWorldOptions & AppOptions = {}) {
  const test = await openTestWorld(options);
  const app = await createApp(test.world, { distDir, operations });
  // Devices follow this header, which by default would have the real time.
  app.server.prependListener('request', (_request: unknown, response: ServerResponse) =>
    response.setHeader('date', new Date(test.world.clock.now()).toUTCString()),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    ...test,
    app,
    origin,
    visitor: (): Browser => browserOf(origin),
    /** Resolves after the first sweeps, whose statements and transactions would disturb some tests. */
    sweptOnce: () => Promise.all(app.startRounds),
    member: (given: NewMember = {}): Promise<Member> => memberOf(test.world, browserOf(origin), given),
    async close() {
      await app.close();
      await test.close();
    },
  };
}
