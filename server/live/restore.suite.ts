// After a backup is restored, devices that received more than it contains are told to resync.
import { afterAll, expect, test } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { TestWorldOptions } from '#server/testing/app/test-world.ts';
import { write } from '#server/testing/members/actions.ts';
import { openSocket } from '#server/testing/members/sockets.ts';

interface Storage {
  readonly options: TestWorldOptions;
  /** Copies the database while the application is closed. */
  copy(): Promise<TestWorldOptions>;
  remove(): Promise<void>;
}

export function restoreTests(openStorage: () => Promise<Storage>): void {
  let app: TestApp | null = null;
  let storage: Storage | null = null;
  afterAll(async () => {
    await app?.close();
    await storage?.remove();
  });

  async function start(options: TestWorldOptions): Promise<TestApp> {
    await app?.close();
    app = await openTestApp(options);
    return app;
  }

  test('a device ahead of a restored backup must resync even after further writes, and others receive these', async () => {
    storage = await openStorage();
    const { options, copy } = storage;
    const first = await start(options);
    const boris = await first.member();
    const writeTo = async (count: number, on: TestApp) => {
      const anton = await on.member();
      for (let i = 0; i < count; i++) await write(anton, boris, `${i}`);
    };
    const markOn = async (on: TestApp) => {
      const browser = browserOf(on.origin);
      for (const [name, value] of boris.cookies) browser.cookies.set(name, value);
      return String((await browser.ask(settings.getSettings)).headers[answerMarkHeader]);
    };
    const resumed = async (on: TestApp, cursor?: string, since?: string) => {
      const socket = await openSocket({ ...boris, origin: on.origin }, { ...(cursor && { cursor }), ...(since && { since }) });
      await socket.settled();
      const count = socket.received.filter(({ type }) => type === 'message').length;
      return { cursor: socket.cursor(), hello: socket.received[0], count };
    };
    await writeTo(3, first);
    const before = await resumed(first);
    await first.close();
    app = null;
    const backup = await copy();

    const second = await start(options);
    await writeTo(5, second);
    const ahead = await resumed(second, before.cursor);
    expect(ahead).toMatchObject({ hello: { mustResync: false }, count: 5 });
    // A restart alone is no reason to resync, but the events that are in no database are forgotten.
    const mark = await markOn(second);
    const sameRun = await resumed(second, ahead.cursor, mark);
    expect(sameRun.hello).toMatchObject({ mustResync: false, missed: expect.any(Array) });
    const third = await start(options);
    expect(await resumed(third, ahead.cursor, mark)).toMatchObject({ count: 0 });
    expect((await resumed(third, ahead.cursor, mark)).hello).toEqual({ type: 'hello', mustResync: false });

    const restored = await start(backup);
    await writeTo(10, restored);
    const back = await resumed(restored, ahead.cursor);
    expect(back).toMatchObject({ hello: { mustResync: true }, count: 0 });
    expect(await resumed(restored, before.cursor)).toMatchObject({ hello: { mustResync: false }, count: 10 });
    await writeTo(1, restored);
    expect(await resumed(restored, back.cursor)).toMatchObject({ hello: { mustResync: false }, count: 1 });
  });
}
