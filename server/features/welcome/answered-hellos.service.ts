// Detects answered hellos: at once from delivered messages, and by a sweep that misses none.
import { welcomeRules } from '#shared/rules/community.ts';
import type { World } from '#server/world.ts';
import type { CootiesService } from '#server/features/cooties/cooties.service.ts';
import type { GamesService } from '#server/features/games/games.service.ts';
import { createWelcomeStore, type StoredHello } from './welcome.store.ts';

export interface AnsweredHellos {
  /** Expects an answer from now on. */
  await(greeterId: string, newcomerId: string): void;
  /** Checks all hellos without an answer. */
  advance(): Promise<void>;
  /** Resolves once no hello is being scored. */
  close(): Promise<void>;
}

interface Needs {
  readonly games: Pick<GamesService, 'score'>;
  readonly cooties: Pick<CootiesService, 'shakeOff'>;
}

export async function openAnsweredHellos(world: World, { games, cooties }: Needs): Promise<AnsweredHellos> {
  const { bus, clock, db, log } = world;
  const store = createWelcomeStore(db.read);
  const keyOf = (greeterId: string, newcomerId: string) => `${greeterId}:${newcomerId}`;
  const openSince = () => clock.now() - welcomeRules.helloOpenMs;
  /** Filters delivered messages; the database decides. */
  const awaited = new Set((await store.open(openSince())).map((hello) => keyOf(hello.greeter_id, hello.newcomer_id)));
  let underWay = Promise.resolve();

  async function settle(hello: StoredHello | null): Promise<void> {
    if (hello === null || hello.answered_ms !== null || hello.created_ms <= openSince()) return;
    if (!(await store.isAnswered(hello))) return;
    awaited.delete(keyOf(hello.greeter_id, hello.newcomer_id));
    await db.write(async (tx) => {
      if (!(await createWelcomeStore(tx).markAnswered(hello, clock.now()))) return;
      await games.score(tx, hello.greeter_id, 'welcome', welcomeRules.points);
      await cooties.shakeOff(tx, hello.greeter_id);
    });
  }

  bus.on('deliver', ({ profileId, event }) => {
    if (event.type !== 'message' || event.message.senderProfileId === profileId) return;
    const { senderProfileId } = event.message;
    if (!awaited.has(keyOf(profileId, senderProfileId))) return;
    underWay = underWay
      .then(async () => settle(await store.find(profileId, senderProfileId)))
      .catch((error: unknown) => log.warn({ err: error }, 'an answered hello could not be scored'));
  });

  return {
    await: (greeterId, newcomerId) => void awaited.add(keyOf(greeterId, newcomerId)),
    async advance() {
      for (const hello of await store.open(openSince())) await settle(hello);
    },
    close: () => underWay,
  };
}
