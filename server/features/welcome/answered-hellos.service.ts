// Gives points for answered hellos: at once when the message is delivered, and by a sweep for those that were missed.
import { setImmediate as otherCalls } from 'node:timers/promises';
import { welcomeRules } from '#shared/rules/community.ts';
import type { World } from '#server/world.ts';
import type { CootiesService } from '#server/features/cooties/cooties.service.ts';
import type { GamesService } from '#server/features/games/games.service.ts';
import { createWelcomeStore, type StoredHello } from './welcome.store.ts';

export interface AnsweredHellos {
  /** Call it after a hello is stored. */
  expectAnswer(greeterId: string, newcomerId: string): void;
  sweep(): Promise<void>;
  /** Resolves once all answers are scored. */
  close(): Promise<void>;
}

interface Dependencies {
  readonly games: Pick<GamesService, 'score'>;
  readonly cooties: Pick<CootiesService, 'endGlitter'>;
}

/** A few milliseconds of work, because each hello needs a query. */
const pageSize = 100;

export async function openAnsweredHellos(world: World, { games, cooties }: Dependencies): Promise<AnsweredHellos> {
  const { bus, clock, db, log } = world;
  const store = createWelcomeStore(db.read);
  const keyOf = (greeterId: string, newcomerId: string) => `${greeterId}:${newcomerId}`;
  const openSinceMs = () => clock.now() - welcomeRules.helloOpenMs;
  /** The greeters and newcomers of unanswered hellos. Only messages between them are checked in the database. */
  const awaitedAnswers = new Set<string>();
  for await (const hello of openHellos()) awaitedAnswers.add(keyOf(hello.greeter_id, hello.newcomer_id));
  let pending = Promise.resolve();

  /** Other calls are served between the pages. */
  async function* openHellos(): AsyncGenerator<StoredHello> {
    for (let last: StoredHello | null = null; ; await otherCalls()) {
      const page: StoredHello[] = await store.open(openSinceMs(), last, pageSize);
      yield* page;
      last = page.at(-1) ?? null;
      if (page.length < pageSize) return;
    }
  }

  async function scoreIfAnswered(hello: StoredHello | null): Promise<void> {
    if (hello === null || hello.answered_ms !== null || hello.created_ms <= openSinceMs()) return;
    if (!(await store.isAnswered(hello))) return;
    awaitedAnswers.delete(keyOf(hello.greeter_id, hello.newcomer_id));
    await db.write(async (tx) => {
      if (!(await createWelcomeStore(tx).markAnswered(hello, clock.now()))) return;
      await games.score(tx, hello.greeter_id, 'welcome', welcomeRules.points);
      await cooties.endGlitter(tx, hello.greeter_id);
    });
  }

  function scoreAnswer(greeterId: string, newcomerId: string): void {
    if (!awaitedAnswers.has(keyOf(greeterId, newcomerId))) return;
    pending = pending
      .then(async () => scoreIfAnswered(await store.find(greeterId, newcomerId)))
      .catch((error: unknown) => log.warn({ err: error }, 'an answered hello could not be scored'));
  }
  bus.on('deliver', ({ profileId, event }) => {
    if (event.type === 'message' && event.message.senderProfileId !== profileId)
      scoreAnswer(profileId, event.message.senderProfileId);
  });
  bus.on('messagesChanged', ({ profileId, peerId }) => scoreAnswer(profileId, peerId));

  return {
    expectAnswer: (greeterId, newcomerId) => void awaitedAnswers.add(keyOf(greeterId, newcomerId)),
    async sweep() {
      const expired = new Set(awaitedAnswers);
      for await (const hello of openHellos()) {
        expired.delete(keyOf(hello.greeter_id, hello.newcomer_id));
        await scoreIfAnswered(hello);
      }
      for (const key of expired) awaitedAnswers.delete(key);
    },
    close: () => pending,
  };
}
