// Waits until nothing happens on a page any more: no request, no animation, no layout shift.
import type { Page, Request } from 'playwright-core';
import { until } from './server.ts';

declare global {
  /** Set by `recordShifts` in each page: its layout shifts so far. */
  var shifts: Shift[];
}

export interface Shift {
  readonly value: number;
  /** The elements that moved, each with its earlier and its later place. */
  readonly what: string[];
}

export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    globalThis.shifts = [];
    const placeOf = ({ x, y, width, height }: DOMRect): string => `${x},${y} ${width}x${height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources = Reflect.get(entry, 'sources') as { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName}.${element?.className} ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
        });
        globalThis.shifts.push({ value: Number(Reflect.get(entry, 'value')), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

interface Awaited {
  /** The default is every request. */
  readonly request?: (request: Request) => boolean;
  /** Whether work that the app puts off until the page has time comes first. Only a load of the page leaves such work. */
  readonly idleWork?: boolean;
}

/** Follows the page's requests from now on. */
export function watchRequests(page: Page) {
  const pending = new Set<Request>();
  const ended = (request: Request) => void pending.delete(request);
  page.on('request', (request) => {
    // Requests of the previous page are never answered.
    if (request.isNavigationRequest()) pending.clear();
    pending.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    /** Resolves after two frames without an awaited request, an animation or a move. */
    untilStill: ({ request: isAwaited = () => true, idleWork = true }: Awaited = {}): Promise<true> =>
      until('the page to be still', async () => {
        const isQuiet = () => ![...pending].some((request) => isAwaited(request));
        return isQuiet() && (await page.evaluate(isStillForTwoFrames, idleWork)) && isQuiet();
      }),
  };
}

/** Runs in the page. Animations without an end, such as that of skeletons, move nothing. */
async function isStillForTwoFrames(idleWork: boolean): Promise<boolean> {
  await document.fonts.ready;
  const isMoving = () =>
    document.getAnimations().some((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = globalThis.shifts.length;
  if (isMoving()) return false;
  // After a change of the page's size, Chromium may find no idle time.
  if (idleWork) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
  await frame();
  await frame();
  return !isMoving() && globalThis.shifts.length === before;
}
