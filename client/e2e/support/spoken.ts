// Records what a screen reader would say without being asked, because a live region of the page changes.
import type { Page } from 'playwright-core';
import type { Member } from '#server/testing/app/members.ts';
import type { People } from './people.ts';

declare global {
  /** The texts said in this page since the last call of `spokenOn`. */
  var spoken: string[];
}

/** Call it before the page is opened. */
export const recordSpeech = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.spoken = [];
    const nearest = '[aria-live], [role=status], [role=alert], [role=log]';
    const known = new WeakSet<Element>();
    const said = (node: Node | null): string => node?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    new MutationObserver((changes) => {
      const whole = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(nearest);
        if (!region?.isConnected || region.ariaLive === 'off' || !known.has(region)) continue;
        if (/^(?:status|alert)$/.test(region.role ?? '')) whole.add(region);
        else globalThis.spoken.push(...(target instanceof Text ? [target] : [...addedNodes]).map(said));
      }
      globalThis.spoken.push(...[...whole].map(said));
      // Only alerts are also said if they appear together with their text.
      for (const region of document.querySelectorAll(nearest)) {
        if (region.role === 'alert' && !known.has(region)) globalThis.spoken.push(said(region));
        known.add(region);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

export const spokenOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => globalThis.spoken.splice(0).filter((text) => text !== ''));

/** Opens a member's screen where speech is recorded. */
export async function listen({ open, app }: People, member: Member, path: string): Promise<Page> {
  const page = await open(member, '/tos');
  await recordSpeech(page);
  await page.goto(app.origin + path);
  return page;
}

/** The returned function gives everything said so far, for a test that polls it. */
export function ear(page: Page): () => Promise<string[]> {
  const said: string[] = [];
  return async () => {
    said.push(...(await spokenOn(page)));
    return said;
  };
}
