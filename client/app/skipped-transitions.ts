// Ignores the error of a view transition that was skipped because the member left the screen early.

/** Call once. The router does not handle the rejection of `ready`. */
export function ignoreSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
