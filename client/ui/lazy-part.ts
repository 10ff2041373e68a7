// A part of a screen whose file is loaded when it is first rendered.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { pollDelayMs } from '#shared/rules/backoff.ts';

type PartsOf<Name extends string, Props> = { readonly [N in Name]: ComponentType<Props> };

/** Render it inside of a Suspense. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<PartsOf<Name, Props>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await loadPart(load))[name] }));

/** A file that is missing, as while the server restarts, is requested again until it is there. */
export async function loadPart<Part extends object>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries++) {
    // A file that is missing resolves to undefined, since missing-chunk.ts prevents the error.
    const loaded = (await load()) as Part | undefined;
    if (loaded !== undefined) return loaded;
    await new Promise((resolve) => setTimeout(resolve, pollDelayMs(tries)));
  }
}
