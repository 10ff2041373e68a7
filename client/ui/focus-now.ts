// A ref that gives an element the focus when it appears, so that screen readers say it.

export const focusNow = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
