// Counts that several processes share in Redis. While it is away, each counts alone, and all together allow less.
import { createHmac } from 'node:crypto';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { allowed, refusedFor, type Admission, type Allowed, type LimitCounts } from './counts.ts';
import { Draws, type Drawn } from './draws.ts';
import type { Kind } from './lone-counts.ts';
import { SharedStore, type Drained, type StoreOptions } from './shared-store.ts';

interface Options extends Omit<StoreOptions, 'prefix'> {
  /** Names in Redis are keyed hashes, so that they disclose nothing to others who read them. */
  readonly secret: string;
}

export type RedisCounts = LimitCounts & { close(): Promise<void> };

/** Throws an error whose message an operator can act on. */
export async function openRedisCounts(url: string, { secret, ...options }: Options): Promise<RedisCounts> {
  /** A cache, since the same members and addresses are counted again and again. */
  const hashes = new BoundedMap<string, string>(maxCachedHashes);
  function hashOf(text: string): string {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
    hashes.set(text, hash);
    return hash;
  }
  const prefix = prefixOf(secret);
  const nameOf = (kind: Kind, key: string): string => `${prefix}:${kind}:${hashOf(`${kind} ${key}`)}`;

  /** Counts what was taken without the store, even beyond the limit. */
  async function merge(taken: Drained): Promise<void> {
    for (let from = 0; from < taken.length; from += mergedAtOnce)
      await Promise.all(taken.slice(from, from + mergedAtOnce).map(mergeOne));
  }

  async function mergeOne([name, taken]: Drained[number]): Promise<void> {
    const forced = { ...taken.allowance, isForced: true };
    if (taken.kind === 'r') await store.run('take', name, forced, [taken.count, 0]);
    else if (taken.kind === 'd') await store.run('takeDistinct', name, forced, [...taken.things]);
    else for (let attempt = 0; attempt < taken.count; attempt++) await store.run('takeAttempt', name, forced, ['take', 0]);
  }

  const store: SharedStore = await SharedStore.open(url, { ...options, prefix }, merge);

  /** Counts some calls, and up to `ahead` more. */
  function draw(key: string, allowance: Allowed, calls: number, ahead: number): Promise<Drawn> {
    const name = nameOf('r', key);
    const each = Array.from({ length: calls });
    return store.count<Drawn>(
      async () => {
        const [taken, drawn, waitMs] = (await store.run('take', name, allowance, [calls, ahead])).map(Number);
        return {
          admissions: each.map((_, place) => (place < (taken ?? 0) ? allowed : refusedFor(waitMs ?? 0))),
          ahead: drawn ?? 0,
        };
      },
      (alone) => ({ admissions: each.map(() => alone.take(name, allowance)), ahead: 0 }),
    );
  }

  const draws = new Draws({ clock: options.clock, processes: () => store.processes, draw });

  return {
    take: (key, allowance) =>
      draws.take(key, allowance) ?? draw(key, allowance, 1, 0).then(({ admissions }) => admissions[0] as Admission),

    takeDistinct(key, things, allowance) {
      if (things.length === 0) return allowed;
      const name = nameOf('d', key);
      const named = things.map((thing) => hashOf(`${key} ${thing}`));
      return store.count(
        async () => admissionOf(await store.run('takeDistinct', name, allowance, named)),
        (alone) => alone.takeDistinct(name, named, allowance),
      );
    },

    takeAttempt(key, allowance) {
      const name = nameOf('a', key);
      return store.count(
        async () => {
          const [isAllowed, about] = await store.run('takeAttempt', name, allowance, ['take', allowance.retryMs]);
          // While the store is away the attempt stays counted, which is stricter.
          const takeBack = () =>
            store.count(
              async () => void (await store.run('takeAttempt', name, allowance, ['back', String(about)])),
              () => undefined,
            );
          return { ...admissionOf([isAllowed, about]), takeBack };
        },
        (alone) => alone.takeAttempt(name, allowance),
      );
    },

    state: () => (store.isShared ? 'shared' : 'alone'),
    close: () => store.close(),
  };
}

const mergedAtOnce = 200;
/** Of about 200 bytes each. */
const maxCachedHashes = 50_000;

const prefixOf = (secret: string): string =>
  `limits:${createHmac('sha256', secret).update('names of limits').digest('base64url').slice(0, 8)}`;

const admissionOf = ([isAllowed, waitMs]: readonly unknown[]): Admission =>
  isAllowed === 1 ? allowed : refusedFor(Number(waitMs));
