// Shows a tooltip with the name of a button or link that has only an icon, for members with a mouse.
import './icon-tooltips.css';

/** Round buttons have only an icon. Those with a title have the browser's tooltip. */
const icons = '.button-round:not([title])';
/** How long the mouse rests before the name is shown. */
const restMs = 500;
const gapPx = 4;

/** Call once. The buttons have no title instead, because screen readers would read it as a description after the name. */
export function showIconTooltips(): void {
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  tooltip.popover = 'manual';
  tooltip.ariaHidden = 'true';
  document.body.append(tooltip);
  let over: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    tooltip.hidePopover();
  };
  addEventListener('pointerover', ({ target, pointerType }) => {
    const control = pointerType === 'mouse' && target instanceof Element ? target.closest(icons) : null;
    if (control === over) return;
    hide();
    over = control;
    if (control !== null) timer = setTimeout(() => control.isConnected && show(tooltip, control), restMs);
  });
  for (const end of ['pointerdown', 'keydown', 'scroll']) addEventListener(end, hide, true);
}

/** Shows the name below the control, or above it if there is no room, and within the window. */
function show(tooltip: HTMLElement, control: Element): void {
  // The first hidden text is the name. In a link with a badge, the count follows it.
  tooltip.textContent = control.ariaLabel ?? control.querySelector('.visually-hidden')?.textContent ?? '';
  if (tooltip.textContent === '') return;
  // A popover is above an open dialog.
  tooltip.showPopover();
  const { left, width, top, bottom } = control.getBoundingClientRect();
  const x = Math.max(gapPx, Math.min(left + width / 2 - tooltip.offsetWidth / 2, innerWidth - tooltip.offsetWidth - gapPx));
  const below = bottom + gapPx;
  const y = below + tooltip.offsetHeight <= innerHeight ? below : top - gapPx - tooltip.offsetHeight;
  tooltip.style.inset = `${y}px auto auto ${x}px`;
}
