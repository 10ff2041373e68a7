// Shows the name of a button or link that has an icon alone as its tooltip, for members with a mouse.

/** Round buttons have an icon alone. */
const icons = '.button-round';

/** Those that have their tooltip from here. Their names may change, as that of "Like" does. */
const named = new WeakSet<HTMLElement>();

/** Call once. */
export function showIconTooltips(): void {
  addEventListener('pointerover', ({ target, pointerType }) => {
    const control = pointerType === 'mouse' && target instanceof Element ? target.closest<HTMLElement>(icons) : null;
    if (!control || (control.title !== '' && !named.has(control))) return;
    named.add(control);
    // A link with a badge has its name in front of the count.
    control.title = control.ariaLabel ?? control.querySelector('.visually-hidden')?.textContent ?? '';
  });
}
