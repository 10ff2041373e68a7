// Undoes an action, and moves the focus to the control that comes back, because the pressed button is then gone.
import { isFocusFree } from './keep-focus.ts';
import { waitUntil } from './wait-until.ts';

const waitMs = 3_000;
const controls = '#main :is(li[tabindex], :is(li, .profile-bar) :is(a, button))';

export async function undoWithFocus(undo: () => void): Promise<void> {
  const controlsNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(controls)];
  const before = controlsNow();
  const returned = (): HTMLElement | undefined => controlsNow().find((control) => !before.includes(control));
  undo();
  await waitUntil(() => returned() !== undefined, waitMs);
  if (isFocusFree()) returned()?.focus();
}
