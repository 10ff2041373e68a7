// Opens screens within the app, as its links do, which takes a third of the time of a load.
import type { Page } from 'playwright-core';

/** The heading of a screen, and not that of its skeleton. */
export const screenHeading = '#main h1:not([aria-busy="true"] *)';

/** Resolves once the app has taken over the page, whose text is there earlier. */
export const whenStarted = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (selector) =>
      [...document.querySelectorAll(selector)].some((heading) =>
        Object.keys(heading).some((key) => key.startsWith('__reactFiber$')),
      ),
    screenHeading,
  );

/** Goes to an address of the app that is open. The content of the previous screen is marked until it is gone. */
export async function moveTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    for (const part of document.querySelectorAll('#main > *, #main h1')) part.toggleAttribute('data-left', true);
    history.pushState({}, '', to);
  }, address);
}

/** Goes to an address of the app that is open, unless it is there, and waits for the heading of its screen. */
export async function visit(page: Page, address: string): Promise<void> {
  if (new URL(address, page.url()).href === page.url()) return;
  await moveTo(page, address);
  await page.waitForFunction((selector) => {
    const headings = [...document.querySelectorAll(selector)];
    return headings.length > 0 && headings.every((heading) => !heading.hasAttribute('data-left'));
  }, screenHeading);
}
