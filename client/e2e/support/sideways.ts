// A phone held sideways, and what must hold there on every screen: texts fit, the navigation is at the side, and headings are in
// the header.
import type { Page } from 'playwright-core';
import type { Viewport } from '#scripts/screens/states.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import type { Look } from './each-screen.ts';
import { textProblems } from './fit.ts';

export const sideways: Viewport = { name: 'phone', width: 740, height: 360 };

/** The header's height, which a heading does not exceed. */
const headerPx = 44;
/** The header of these screens has the brand instead of the heading. */
const aboutBrand: readonly string[] = screenRoutes.filter((route: ScreenRoute) => route.isPrerendered).map(({ path }) => path);

export interface SidewaysLook extends Look {
  /** The paths of the screens whose heading was looked at. */
  readonly headings: ReadonlySet<string>;
}

export function lookSideways(): SidewaysLook {
  const headings = new Set<string>();
  return {
    ...sideways,
    name: 'on a phone held sideways',
    headings,
    async problemsOn(page) {
      const { bar, main, headingBottom, isArabic } = await frameOf(page);
      const problems = await textProblems(page);
      if (bar !== null) {
        const isBeside = isArabic ? bar.left >= main.right : bar.right <= main.left;
        if (!isBeside || bar.height !== sideways.height)
          problems.push(`the navigation is not at the side: ${JSON.stringify(bar)}`);
      }
      const { pathname } = new URL(page.url());
      if (headingBottom !== null && !aboutBrand.includes(pathname)) {
        headings.add(pathname);
        if (headingBottom > headerPx) problems.push(`the heading ends ${headingBottom} px below the top`);
      }
      return problems;
    },
  };
}

const frameOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => {
      const { left, right, height } = element.getBoundingClientRect();
      return { left, right, height };
    };
    const [bar, main] = [document.querySelector('.bar'), document.querySelector('main')];
    const heading = document.querySelector('main > .page-titled h1:not(.visually-hidden)');
    return {
      bar: bar?.checkVisibility() ? boxOf(bar) : null,
      main: boxOf(main as Element),
      headingBottom: heading?.checkVisibility() ? heading.getBoundingClientRect().bottom : null,
      isArabic: document.documentElement.dir === 'rtl',
    };
  });
