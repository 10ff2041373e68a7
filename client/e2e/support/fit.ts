// Measures whether texts fit the screen, and whether controls are large enough.
import type { CDPSession, Page } from 'playwright-core';

/** Sets the reader's text size, as the settings of the browser do. The default is 16 px. */
export const setTextSize = (session: CDPSession, px: number): Promise<unknown> =>
  session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });

/** Members' own words, traits and names that are shown in full elsewhere. They may end with an ellipsis. */
const previews = '.chat-row .person-line, .conversation-words, .detail-words, .deck-line, .home-news-title, .note-row-text';

/** Texts that are cut off, leave their box or cover others, badges that cover their icon, and how much too wide the page is. */
export const textProblems = (page: Page): Promise<string[]> => page.evaluate(findTextProblems, previews);

/** Runs in the page. */
function findTextProblems(shortened: string): string[] {
  const tolerancePx = 2;
  const found = new Set<string>();

  interface Text {
    readonly node: Node;
    readonly element: Element;
    readonly words: string;
    readonly box: DOMRect;
  }
  /** What the style and place of an element do to texts in it. */
  interface Shape {
    readonly edges: DOMRect;
    readonly isInline: boolean;
    readonly cutsSides: boolean;
    readonly cutsAboveOrBelow: boolean;
    readonly scrolls: boolean;
    readonly position: string;
    readonly isPainted: boolean;
    readonly isClipped: boolean;
  }
  interface Excess {
    readonly x: number;
    readonly y: number;
  }

  const nameOf = ({ localName, classList }: Element): string => [localName, ...classList].join('.');
  const placeOf = (element: Element): string =>
    [element.parentElement, element].map((one) => (one === null ? '' : nameOf(one))).join(' > ');
  const around = function* (element: Element): Generator<Element> {
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) yield at;
  };
  const read = new Map<Element, Shape>();
  /** Reading styles takes most of the time, and many texts have the same elements around them. */
  function shapeOf(element: Element): Shape {
    const shape = read.get(element) ?? readShape(element);
    read.set(element, shape);
    return shape;
  }
  function readShape(element: Element): Shape {
    const style = getComputedStyle(element);
    const { display, overflowX, overflowY, position, backgroundColor, borderTopWidth } = style;
    return {
      edges: element.getBoundingClientRect(),
      isInline: display === 'inline',
      cutsSides: overflowX !== 'visible',
      cutsAboveOrBelow: overflowY !== 'visible',
      scrolls: /auto|scroll/.test(overflowX + overflowY),
      position,
      isPainted: !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor) || Number.parseFloat(borderTopWidth) > 0,
      isClipped: style.clipPath === 'inset(50%)',
    };
  }
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    ![...around(element)].some((one) => shapeOf(one).isClipped);
  /** The texts of one layer move together. */
  const layerOf = (element: Element): Element | undefined =>
    [...around(element)].find((one) => one.localName === 'dialog' || /fixed|sticky/.test(shapeOf(one).position));

  /** Each line of each text, without what is decoration or behind a card. */
  function linesOf(): Text[] {
    const lines: Text[] = [];
    const range = document.createRange();
    // An open dialog covers the page.
    const nodes = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim().slice(0, 40) ?? '';
      if (element === null || words === '' || element.closest('svg, script, style, option, .picture, .pile-under')) continue;
      if (!isSeen(element)) continue;
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects()) {
        // Letters are lower than their line.
        const box = new DOMRect(x, y + height * 0.2, width, height * 0.6);
        if (width > 1) lines.push({ node, element, words, box });
      }
    }
    return lines;
  }

  const excess = (box: DOMRect, by: DOMRect): Excess => ({
    x: Math.max(by.left - box.left, box.right - by.right),
    y: Math.max(by.top - box.top, box.bottom - by.bottom),
  });

  /** Reports what is cut off or outside. Returns the part that is seen. */
  function seenPart({ element, words, box }: Text): DOMRect {
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
    const isShortened = element.closest(shortened) !== null;
    const report = (problem: string, at: Element): void => {
      if (!isShortened) found.add(`"${words}" ${problem}: ${placeOf(at)}`);
    };
    let isScrolled = false;
    /** What is placed absolutely is cut off by the element that it is placed in, and not by those between. */
    let placedIn: Element | null = null;
    for (const at of around(element)) {
      if (placedIn !== null && at !== placedIn) continue;
      placedIn = null;
      const { edges, isInline, cutsSides, cutsAboveOrBelow, scrolls, position, isPainted } = shapeOf(at);
      if (isInline) continue;
      const { x, y } = excess(box, edges);
      if (cutsSides) [left, right] = [Math.max(left, edges.left), Math.min(right, edges.right)];
      if (cutsAboveOrBelow) [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
      isScrolled = scrolls;
      if (isScrolled) break;
      if (cutsSides && x > tolerancePx) report(`is cut off by ${Math.round(x)} px at the side`, at);
      if (cutsAboveOrBelow && y > tolerancePx) report(`is cut off by ${Math.round(y)} px above or below`, at);
      if (isPainted && Math.max(x, y) > tolerancePx) report(`leaves its box by ${Math.round(Math.max(x, y))} px`, at);
      if (position === 'fixed') break;
      if (position === 'absolute') placedIn = at instanceof HTMLElement ? at.offsetParent : null;
    }
    if (!isScrolled && (box.left < -tolerancePx || box.right > innerWidth + tolerancePx)) report('leaves the screen', element);
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  const overlap = (a: DOMRect, b: DOMRect) => ({
    wide: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    high: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  });

  const lines = linesOf()
    .map((text) => ({ ...text, box: seenPart(text), layer: layerOf(text.element) }))
    .toSorted((a, b) => a.box.top - b.box.top);
  for (const [i, one] of lines.entries())
    for (const other of lines.slice(i + 1)) {
      if (other.box.top > one.box.bottom) break;
      const { wide, high } = overlap(one.box, other.box);
      const isApart = other.layer !== one.layer || other.node === one.node;
      if (!isApart && wide > tolerancePx && high > tolerancePx)
        found.add(`"${one.words}" and "${other.words}" cover each other: ${placeOf(one.element)}, ${placeOf(other.element)}`);
    }

  for (const badge of document.querySelectorAll('.badge')) {
    const icon = badge.parentElement?.querySelector('.icon')?.getBoundingClientRect();
    if (icon === undefined || !isSeen(badge)) continue;
    const { wide, high } = overlap(badge.getBoundingClientRect(), icon);
    if (wide > 0 && high > 0 && wide * high > (icon.width * icon.height) / 2)
      found.add(`a badge covers its icon: ${placeOf(badge)}`);
  }
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) found.add(`the page is ${tooWide} px too wide`);
  return [...found];
}

/** How far an open dialog leaves the screen, or scrolls sideways. */
export const dialogProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dialog[open]')].flatMap((dialog) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const outside = Math.round(Math.max(-left, -top, right - innerWidth, bottom - innerHeight));
      const tooWide = Math.max(dialog.scrollWidth - dialog.clientWidth, 0);
      return [
        ...(outside > 0 ? [`${dialog.className} leaves the screen by ${outside} px`] : []),
        ...(tooWide > 0 ? [`${dialog.className} is ${tooWide} px too wide`] : []),
      ];
    }),
  );

/** Controls that are smaller than a finger, except links within a text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minPx = 44;
    const found = new Set<string>();
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider]',
    );
    for (const control of controls) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || control.closest('[inert]')) continue;
      if (control.matches('.skip-link, .visually-hidden, :disabled')) continue;
      // A click on the label is one on its box.
      const target = control.closest('label') ?? control;
      const isInText =
        getComputedStyle(control).display === 'inline' &&
        (control.parentElement?.textContent?.trim() ?? '') !== control.textContent?.trim();
      if (isInText) continue;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      if (width < minPx - 0.5 || height < minPx - 0.5)
        found.add(
          `${control.localName}.${control.className} "${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30)}": ${Math.round(width)} x ${Math.round(height)}`,
        );
    }
    return [...found];
  });

/** Short words of the screen that do not fit in one line. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const found: string[] = [];
    const isHiddenFromEyes = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isHiddenFromEyes(element.parentElement));
    const range = document.createRange();
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility() || isHiddenFromEyes(text.parentElement)) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{Letter}{2,12}(?!\S)/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    }
    return found;
  });
