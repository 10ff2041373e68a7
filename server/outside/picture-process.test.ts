// Decoding processes: pictures that hang or crash them, overload, and shutdown.
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { noisyPicture, plainPicture } from '#server/testing/fakes/pictures.ts';
import { pictureScaling, type PictureLimits } from './picture-scaling.ts';

function scalingWith(limits: PictureLimits) {
  const own = pictureScaling(limits);
  onTestFinished(() => own.close());
  return own;
}

describe('a picture that hangs or crashes the process', () => {
  test('a picture that takes too long is refused, while the next one succeeds', async () => {
    const own = scalingWith({ workers: 1, timeoutMs: 1_500 });
    await own.make(await plainPicture('png', 1, 1));
    await expect(own.make(await noisyPicture('jpeg', 7_000, 5_000))).rejects.toMatchObject({ reason: 'too-slow' });
    expect((await own.make(await plainPicture('png'))).width).toBe(600);
  });

  test.each([
    ['a picture that makes its decoder crash', 'SIGSEGV', 'damaged'],
    ['a picture whose decoder the system kills when memory runs out', 'SIGKILL', 'too-busy'],
    ['a picture whose decoder is ended with the whole group of processes', 'SIGTERM', 'too-busy'],
    ['a picture whose decoder gets the Ctrl+C of a terminal', 'SIGINT', 'too-busy'],
  ] as const)('%s, while the server and the next picture go on', async (_, signal, reason) => {
    const started: ChildProcess[] = [];
    const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    subscribe('child_process', onStart);
    const own = scalingWith({ workers: 1 });
    await own.make(await plainPicture('png', 1, 1));
    unsubscribe('child_process', onStart);
    const unfinished = own.make(await noisyPicture('jpeg', 3_000, 2_000));
    started[0]?.kill(signal);
    await expect(unfinished).rejects.toMatchObject({ reason });
    expect((await own.make(await plainPicture('png'))).width).toBe(600);
  });
});

test('an AVIF whose encoder the system kills is given up', async () => {
  const onStart = (message: unknown) => {
    const { process } = message as { process: ChildProcess };
    process.once('message', () => process.kill('SIGKILL'));
  };
  subscribe('child_process', onStart);
  onTestFinished(() => void unsubscribe('child_process', onStart));
  const own = scalingWith({});
  await expect(own.makeAvif(await plainPicture('webp'))).rejects.toMatchObject({ reason: 'too-busy' });
});

describe('under load', () => {
  test('two are processed, a limited number waits, and the rest are refused as too busy', async () => {
    const own = scalingWith({ workers: 2, maxWaiting: 3 });
    const upload = await plainPicture('jpeg');
    const ends = await Promise.allSettled(Array.from({ length: 9 }, () => own.make(upload)));
    expect(ends.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(4).fill('rejected')]);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ reason: 'too-busy' });
    expect((await own.make(upload)).width).toBe(600);
  });

  test('the server stays responsive while large pictures are decoded', async () => {
    const upload = await noisyPicture('jpeg', 4_000, 3_000);
    const scaling = scalingWith({});
    await scaling.make(await plainPicture('png', 1, 1));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startMs = performance.now();
    await Promise.all([scaling.make(upload), scaling.make(upload)]);
    const tookMs = performance.now() - startMs;
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(tookMs / 4);
  });

  test('an AVIF interrupted by a large upload is made after it', async () => {
    const own = scalingWith({ workers: 1 });
    const kept = (await own.make(await noisyPicture('jpeg', 1_500, 1_000))).variants.get('original');
    const avif = own.makeAvif(kept ?? Buffer.alloc(0));
    expect((await own.make(await noisyPicture('jpeg', 6_000, 4_100))).width).toBe(6_000);
    expect([...(await avif).keys()]).toEqual([256, 512, 1_024]);
  });

  test('an idle decoder ends, and another one starts when needed', async () => {
    const ended = new Promise((resolve) => {
      const onStart = (message: unknown) => {
        unsubscribe('child_process', onStart);
        (message as { process: ChildProcess }).process.once('exit', resolve);
      };
      subscribe('child_process', onStart);
    });
    const own = scalingWith({ idleMs: 50 });
    await own.make(await plainPicture('png'));
    await ended;
    expect((await own.make(await plainPicture('png'))).width).toBe(600);
  });

  test('closing refuses new pictures and those in progress', async () => {
    const own = pictureScaling({ workers: 1 });
    await own.make(await plainPicture('png', 1, 1));
    const upload = await noisyPicture('jpeg', 3_000, 2_000);
    const [inWork, waiting] = [own.make(upload), own.make(upload)];
    own.close();
    for (const picture of [inWork, waiting, own.make(upload)])
      await expect(picture).rejects.toMatchObject({ reason: 'too-busy' });
  });
});
