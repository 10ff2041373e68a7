// Finds axe violations of every level on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until all animations have ended, since colours between two themes may have too little contrast. */
export const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await frame();
  });

/** The rules whose outcome depends on the theme. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const;

/**
 * Returns the violations of all rules or of some. DevTools runs axe without a script element, which the page's policy would
 * block.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Preloading would fetch all style sheets, but only rules about sound and video need them.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const session = await page.context().newCDPSession(page);
  const { result: loaded } = await session.send('Runtime.evaluate', { expression: 'typeof axe' });
  if (loaded.value !== 'object') await session.send('Runtime.evaluate', { expression: axeSource });
  // Writing the HTML of every element would take a sixth of a run.
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.configure({ noHtml: true }); axe.run(${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const violations: AxeResults['violations'] = JSON.parse(String(result.value));
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id}, ${impact} (${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join(' | ')})`,
  );
}
