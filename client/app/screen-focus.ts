// Moves the focus to the heading of a new screen, or back to the link that led away from it, for keyboards and screen readers.
import type { ParsedLocation } from '@tanstack/react-router';
import { focusHeading, headingNow } from '#client/ui/heading-focus.ts';
import { waitUntil } from '#client/ui/wait-until.ts';

/** If the link or the heading has not appeared after this time, the heading or `main` gets the focus. */
const waitMs = 3_000;
/** On a screen that loads slowly they still get the focus within this time, unless the member has moved it. */
const lateMs = 30_000;

let newestMove = 0;

/** By history entry: the address of the link that led away from a screen, and its index among the links with that address. */
const leavingLinks = new Map<string, readonly [href: string, place: number]>();

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
  leavingLinks.delete(entry);
  const link = links.find((one) => one === focused);
  if (link !== undefined) leavingLinks.set(entry, [link.href, linksTo(link.href, links).indexOf(link)]);
}

const linksTo = (href: string, links: readonly HTMLAnchorElement[]): HTMLAnchorElement[] =>
  links.filter((link) => link.href === href);

/** The same link on the screen that is shown again. Null while it is not there. */
function rememberedLink(entry: string): HTMLElement | null {
  const [href, place] = leavingLinks.get(entry) ?? ['', 0];
  return linksTo(href, [...document.querySelectorAll<HTMLAnchorElement>('#main a')])[place] ?? null;
}

/**
 * Called after each move. Focuses the link or the heading once it is there and dialogs are closed, unless the screen or the
 * member has set the focus.
 */
export async function focusScreen({ fromLocation, toLocation, pathChanged }: Move): Promise<void> {
  const entry = entryOf(toLocation);
  // The member may have gone back before the next screen was there. The skeleton of that screen has hidden the focused link.
  const isShownAgain = entry === entryOf(fromLocation) && leavingLinks.has(entry) && document.activeElement === document.body;
  if (!pathChanged && !isShownAgain) return;
  const own = ++newestMove;
  // A screen that is left before it was complete must not focus the heading of the next one.
  const isNewest = (): boolean => own === newestMove && location.pathname === toLocation.pathname;
  const linkNow = (): HTMLElement | null => (isDialogOpen() ? null : rememberedLink(entry));
  const isReady = (): boolean => (leavingLinks.has(entry) ? linkNow() : headingNow()) !== null && !isDialogOpen();
  await waitUntil(() => !isNewest() || isReady(), waitMs);
  const main = document.getElementById('main');
  if (!isNewest() || main === null || main.querySelector(':focus') !== null) return;
  const link = linkNow();
  if (link !== null) return link.focus({ preventScroll: true });
  const focused = focusHeading();
  if (!leavingLinks.has(entry) && focused !== main) return;
  const isMoved = (): boolean => ![focused, document.body].includes(document.activeElement as HTMLElement);
  await waitUntil(() => !isNewest() || isMoved() || isReady(), lateMs);
  if (!isNewest() || isMoved() || !isReady()) return;
  const late = linkNow();
  if (late === null) focusHeading();
  else late.focus({ preventScroll: true });
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
