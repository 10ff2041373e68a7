// Says whether the ring of the focused element can be seen, by its pixels.
import type { Page } from 'playwright-core';

/** Rings end this far outside of what they mark. */
const marginPx = 8;
const withoutRings = '*, ::before, ::after { outline-color: transparent !important; }';

/** A ring that other content covers, or that an ancestor cuts off, is not seen. The screen must be still. */
export async function hasVisibleRing(page: Page): Promise<boolean> {
  const clip = await page.evaluate((margin) => {
    const focused = document.activeElement ?? document.body;
    // The ring of a message is around its bubble.
    const ringed = (focused.matches('.message') && focused.querySelector('.bubble')) || focused;
    const { left, top, right, bottom } = ringed.getBoundingClientRect();
    const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
    return { x, y, width: Math.min(innerWidth, right + margin) - x, height: Math.min(innerHeight, bottom + margin) - y };
  }, marginPx);
  const take = () => page.screenshot({ clip, caret: 'hide', animations: 'disabled' });
  const ringed = await take();
  // The content security policy refuses a style element.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, withoutRings);
  const bare = await take();
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return !ringed.equals(bare);
}
