// Does a step for each item in turn, so that an error with one item does not stop the others.
import type { World } from '#server/world.ts';

/** Logs the first error with the number of items that failed. */
export async function eachDespiteErrors<T>(
  { log }: Pick<World, 'log'>,
  failureText: string,
  items: readonly T[],
  step: (item: T) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await step(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) log.error({ err: errors[0], failed: errors.length, of: items.length }, failureText);
}
