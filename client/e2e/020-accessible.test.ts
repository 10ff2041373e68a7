// What a screen reader and a keyboard find on every open screen, in both themes, on the narrowest phone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPerson, type Person } from './support/person.ts';
import { startServer, type RunningServer } from './support/server.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = ['/', '/login', '/register', '/aboutus', '/tos', '/support', '/contactus', '/sorry', '/no/such/thing'];
let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing on any public screen in ${colorScheme}, and none scrolls sideways at 320 px`, async () => {
    const visitor = await openPerson({ colorScheme, viewport: { width: 320, height: 640 } });
    const found: string[] = [];
    for (const path of paths) {
      await visitor.page.goto(server.origin + path, { waitUntil: 'networkidle' });
      for (const violation of await violationsOn(visitor)) found.push(`${path}: ${violation}`);
      const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`${path}: ${overflow} px too wide`);
    }
    await visitor.leave();
    expect(found).toEqual([]);
  });

/** The protocol runs axe in the page without a script element, which the page's policy would refuse. */
async function violationsOn({ page, context }: Person): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ resultTypes: ['violations'] }).then((found) => JSON.stringify(found))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const { violations }: AxeResults = JSON.parse(String(result.value));
  return violations.map(({ id, nodes }) => `${id} (${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')})`);
}
