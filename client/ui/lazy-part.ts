// Loads the file of a part of a screen when it is first rendered.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { pollDelayMs } from '#shared/rules/backoff.ts';

type PartsOf<Name extends string, Props> = { readonly [N in Name]: ComponentType<Props> };

/** Render it in a Suspense. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<PartsOf<Name, Props>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await loadPart(load))[name] }));

/** A file may be missing while the server restarts. It is requested again until it is there. */
export async function loadPart<Part extends object>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries++) {
    // A missing file resolves to undefined, because missing-chunk.ts prevents the error.
    const loaded = (await load()) as Part | undefined;
    if (loaded !== undefined) return loaded;
    await new Promise((resolve) => setTimeout(resolve, pollDelayMs(tries)));
  }
}
