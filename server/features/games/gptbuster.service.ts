// GPT Buster: the player guesses whether a text was written by a member or a machine.
import type { GptResult, GptRound } from '#shared/contract/games.ts';
import { isSuspect, pointsFor, type GptVote } from '#shared/rules/games.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { ReportsService } from '#server/features/reports/reports.service.ts';
import { visitInRandomOrder } from './random-order.ts';
import type { GamesService } from './games.service.ts';
import { createGptStore, type Narrative } from './gptbuster.store.ts';
import { inventedNarratives } from './invented-narratives.ts';
import type { GameVisibility } from './game-visibility.ts';
import { lengthClasses, lengthClassOf, anonymousText, type LengthClass } from './anonymous-text.ts';

export interface GptBusterService {
  /** The open round, or a new one. A new one needs a member's text and an invented one of the same length class. Otherwise null. */
  round(playerId: string): Promise<GptRound | null>;
  /**
   * Problem: not-found for a round of another player, for a round without a vote whose text may no longer be shown, and for one with a
   * vote whose author no longer exists for the player.
   */
  vote(playerId: string, roundId: string, vote: GptVote): Promise<GptResult>;
}

interface Dependencies {
  readonly games: GamesService;
  readonly gameVisibility: GameVisibility;
  readonly reports: Pick<ReportsService, 'raise'>;
}

/** After this time a text may be repeated, and votes no longer count against a profile. */
const retentionMs = 30 * dayMs;

interface Candidate {
  readonly text: string;
  readonly origin: Pick<Schema['gpt_rounds'], 'author_id' | 'planted'>;
}

export function createGptBusterService(world: World, { games, gameVisibility, reports }: Dependencies): GptBusterService {
  const { clock, db, ids } = world;
  const invented = Object.entries(inventedNarratives).map(([key, { text, name }]) => ({
    key,
    text: anonymousText(text, [name]) ?? text,
  }));
  const sinceMs = () => clock.now() - retentionMs;

  /** Null if the author is no longer shown to the player, or too little of the text is left. */
  async function textOf(playerId: string, { author_id, planted: key }: Candidate['origin']): Promise<string | null> {
    if (author_id === null) return invented.find((text) => text.key === key)?.text ?? null;
    if (!(await gameVisibility.isShown(playerId, author_id))) return null;
    const narrative = await createGptStore(db.read).narrative(author_id);
    return narrative && anonymousText(narrative.words, narrative.names);
  }

  /** At most one member's text per length class. */
  async function drawNarratives(playerId: string): Promise<Map<LengthClass, Candidate>> {
    const store = createGptStore(db.read);
    const found = new Map<LengthClass, Candidate>();
    await visitInRandomOrder(
      ids.fraction(),
      (above, upTo) => store.narratives(playerId, sinceMs(), above, upTo),
      async (rows: readonly Narrative[]) => {
        for (const { authorId, words, names } of await gameVisibility.shown(playerId, rows, (row) => row.authorId)) {
          const text = anonymousText(words, names);
          if (text !== null && !found.has(lengthClassOf(text)))
            found.set(lengthClassOf(text), { text, origin: { author_id: authorId, planted: null } });
        }
        return found.size === lengthClasses.length;
      },
    );
    return found;
  }

  /** Draws one of two texts of the same length class, so that the length does not disclose the answer. */
  async function draw(playerId: string, played: ReadonlySet<string | null>): Promise<Candidate | null> {
    const narratives = await drawNarratives(playerId);
    const unplayed = invented.filter(({ key }) => !played.has(key));
    const pairs = lengthClasses.flatMap((length) => {
      const real = narratives.get(length);
      const machine = unplayed.filter(({ text }) => lengthClassOf(text) === length);
      return real !== undefined && machine.length > 0 ? [{ real, machine }] : [];
    });
    const pair = randomOf(pairs);
    if (pair === undefined) return null;
    const machine = randomOf(pair.machine);
    if (machine === undefined || ids.fraction() < 0.5) return pair.real;
    return { text: machine.text, origin: { author_id: null, planted: machine.key } };
  }

  const randomOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(ids.fraction() * list.length)];

  async function resultOf(playerId: string, round: Pick<Schema['gpt_rounds'], 'author_id'>, vote: GptVote): Promise<GptResult> {
    const origin = round.author_id === null ? 'machine' : 'human';
    return { isRight: vote === origin, was: origin, score: await games.scoreOf(playerId, 'gptbuster') };
  }

  /** Raises a case if many players voted that a machine wrote the text. Each vote counts for only one case. */
  async function raiseIfSuspect(tx: Tx, authorId: string): Promise<void> {
    const store = createGptStore(tx);
    const { voters, machine } = await store.uncounted(authorId, sinceMs());
    if (!isSuspect(machine, voters)) return;
    await store.markCounted(authorId);
    const words = `${machine} of ${voters} players of GPT Buster judged the text of this profile to be a machine’s.`;
    await reports.raise(tx, {
      origin: 'machine',
      subjectProfileId: authorId,
      item: { kind: 'profile', id: authorId },
      words,
    });
  }

  return {
    async round(playerId) {
      const rounds = await createGptStore(db.read).rounds(playerId, sinceMs());
      const open = rounds.find(({ vote }) => vote === null);
      const text = open ? await textOf(playerId, open) : null;
      if (open && text !== null) return { id: open.id, text };

      const drawn = await draw(playerId, new Set(rounds.map(({ planted: key }) => key)));
      const id = ids.uuid();
      const stored = await db.write(async (tx) => {
        await db.lock(tx, `gptbuster:${playerId}`);
        const store = createGptStore(tx);
        await store.removeBefore(playerId, sinceMs());
        if (open) await store.remove(open.id);
        // The player may have opened a round in another tab in the meantime.
        const other = (await store.rounds(playerId, sinceMs())).find(({ vote }) => vote === null);
        if (other || drawn === null) return other ?? null;
        const row = { id, player_id: playerId, ...drawn.origin, vote: null, is_raised: 0, created_ms: clock.now() } as const;
        await store.insert(row);
        return row;
      });
      if (stored === null || drawn === null || stored.id === id) return stored && drawn && { id, text: drawn.text };
      const otherText = await textOf(playerId, stored);
      return otherText === null ? null : { id: stored.id, text: otherText };
    },

    async vote(playerId, roundId, vote) {
      const round = await createGptStore(db.read).find(roundId, playerId);
      if (round === null) throw problem('not-found');
      const { author_id: authorId } = round;
      const isThere =
        round.vote === null
          ? (await textOf(playerId, round)) !== null
          : authorId === null || (await gameVisibility.existsFor(playerId, authorId));
      if (!isThere) throw problem('not-found');
      const storedVote = await db.write(async (tx) => {
        await db.lock(tx, `gptbuster:${playerId}`, `gptbuster-author:${authorId ?? ''}`);
        const store = createGptStore(tx);
        const now = await store.find(roundId, playerId);
        if (now === null) throw problem('not-found');
        if (now.vote !== null) return now.vote;
        await store.vote(roundId, vote);
        const isRight = vote === (now.author_id === null ? 'machine' : 'human');
        await games.score(tx, playerId, 'gptbuster', isRight ? pointsFor.gptbuster : 0);
        if (now.author_id !== null) await raiseIfSuspect(tx, now.author_id);
        return vote;
      });
      return resultOf(playerId, round, storedVote);
    },
  };
}
