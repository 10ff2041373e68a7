// Moves the focus to the heading of a new screen, or back to the link that led away from it, for keyboards and screen readers.
import type { ParsedLocation } from '@tanstack/react-router';
import { focusHeading, headingNow } from '#client/ui/heading-focus.ts';
import { waitUntil } from '#client/ui/wait-until.ts';

/** If the link or the heading has not appeared after this time, the heading or `main` gets the focus. */
const waitMs = 3_000;
/** A list that loads slowly gets the focus for its link until then, if the member has not moved it. */
const lateLinkMs = 30_000;

let newest = 0;

/** The address of the link that led away from a screen, and its place among those with the same address, by history entry. */
const left = new Map<string, readonly [href: string, place: number]>();

/** A move of the router from one screen to another, or on the same screen. */
interface Move {
  readonly fromLocation?: ParsedLocation;
  readonly toLocation: ParsedLocation;
  readonly pathChanged: boolean;
}

const entryOf = (location?: ParsedLocation): string => location?.state.__TSR_key ?? '';

/** Called before each move, with what had the focus and with all links, as they were before the screen was left. */
export function rememberLink(
  { fromLocation, pathChanged }: Move,
  focused: Element | null,
  links: readonly HTMLAnchorElement[],
): void {
  if (!pathChanged) return;
  const entry = entryOf(fromLocation);
  left.delete(entry);
  const link = links.find((one) => one === focused);
  if (link !== undefined) left.set(entry, [link.href, linksTo(link.href, links).indexOf(link)]);
}

const linksTo = (href: string, links: readonly HTMLAnchorElement[]): HTMLAnchorElement[] =>
  links.filter((link) => link.href === href);

/** The same link on the screen that is shown again. It is null if there is none yet. */
function rememberedLink(entry: string): HTMLElement | null {
  const [href, place] = left.get(entry) ?? ['', 0];
  return linksTo(href, [...document.querySelectorAll<HTMLAnchorElement>('#main a')])[place] ?? null;
}

/**
 * Called after each move. Waits until the link or the heading is there and dialogs are closed. Leaves the focus where the screen or the
 * member has set it.
 */
export async function focusScreen({ fromLocation, toLocation, pathChanged }: Move): Promise<void> {
  const entry = entryOf(toLocation);
  // The member may have gone back before the next screen was there. Its skeleton has hidden the link that had the focus.
  const isShownAgain = entry === entryOf(fromLocation) && left.has(entry) && document.activeElement === document.body;
  if (!pathChanged && !isShownAgain) return;
  const own = ++newest;
  // A screen that is left before it was complete must not focus the heading of the next one.
  const isNewest = (): boolean => own === newest && location.pathname === toLocation.pathname;
  const linkNow = (): HTMLElement | null => (isDialogOpen() ? null : rememberedLink(entry));
  const isReady = (): boolean => (left.has(entry) ? linkNow() : headingNow()) !== null && !isDialogOpen();
  await waitUntil(() => !isNewest() || isReady(), waitMs);
  const main = document.getElementById('main');
  if (!isNewest() || main === null || main.querySelector(':focus') !== null) return;
  const link = linkNow();
  if (link !== null) return link.focus({ preventScroll: true });
  const focused = focusHeading();
  if (!left.has(entry)) return;
  const isMoved = (): boolean => ![focused, document.body].includes(document.activeElement as HTMLElement);
  await waitUntil(() => !isNewest() || isMoved() || linkNow() !== null, lateLinkMs);
  if (isNewest() && !isMoved()) linkNow()?.focus({ preventScroll: true });
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
