// Takes it for what it is when a screen is left while its transition still runs: nothing went wrong.

/** Call once. The router waits for the screen alone and leaves the promise of the moving picture to fail unheard. */
export function allowSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
