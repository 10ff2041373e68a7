// GPT Buster: one text at a time, and who wrote it, a member or a machine.
import type { GptResult, GptRound } from '#shared/contract/games.ts';
import { isSuspect, pointsFor, type GptVote } from '#shared/rules/games.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { ReportsService } from '#server/features/reports/reports.service.ts';
import { goRound } from './drawing.ts';
import type { GamesService } from './games.service.ts';
import { createGptStore, type Narrative } from './gptbuster.store.ts';
import { plantedWords } from './planted-words.ts';
import { createScoresStore } from './scores.store.ts';
import type { Showing } from './showing.ts';
import { lengthClasses, lengthClassOf, shownWords, type LengthClass } from './shown-words.ts';

export interface GptBusterService {
  /** The open round, or a new one; null when there is nothing left of which it could be either. */
  round(playerId: string): Promise<GptRound | null>;
  /** Problem: not-found for a round that is not the player's, or whose author took his words back. */
  vote(playerId: string, roundId: string, vote: GptVote): Promise<GptResult>;
}

interface Needs {
  readonly games: GamesService;
  readonly showing: Showing;
  readonly reports: Pick<ReportsService, 'raise'>;
}

/** After this time a text may come round again, and a vote counts no more against a profile. */
const keptMs = 30 * 24 * 3_600_000;

/** A text that can be dealt, and what its round is of. */
interface Dealt {
  readonly text: string;
  readonly of: Pick<Schema['gpt_rounds'], 'author_id' | 'planted'>;
}

export function createGptBusterService(world: World, { games, showing, reports }: Needs): GptBusterService {
  const { clock, db, ids } = world;
  const planted = Object.entries(plantedWords).map(([key, { text, name }]) => ({ key, text: shownWords(text, [name]) ?? text }));
  const sinceMs = () => clock.now() - keptMs;

  /** What a round shows now; null when its author is not to be shown to the player any more. */
  async function textOf(playerId: string, { author_id, planted: key }: Dealt['of']): Promise<string | null> {
    if (author_id === null) return planted.find((text) => text.key === key)?.text ?? null;
    const narrative = await createGptStore(db.read).narrative(author_id);
    if (narrative === null || !(await showing.isShown(playerId, author_id))) return null;
    return shownWords(narrative.words, narrative.names);
  }

  /** A narrative of each length, as far as there are any for the player. */
  async function drawNarratives(playerId: string): Promise<Map<LengthClass, Dealt>> {
    const store = createGptStore(db.read);
    const found = new Map<LengthClass, Dealt>();
    await goRound(
      ids.fraction(),
      (above, upTo) => store.narratives(playerId, sinceMs(), above, upTo),
      async (rows: readonly Narrative[]) => {
        for (const { authorId, words, names } of await showing.shown(playerId, rows, (row) => row.authorId)) {
          const text = shownWords(words, names);
          if (text !== null && !found.has(lengthClassOf(text)))
            found.set(lengthClassOf(text), { text, of: { author_id: authorId, planted: null } });
        }
        return found.size === lengthClasses.length;
      },
    );
    return found;
  }

  /** Both kinds of one length first, then one of the two: what is dealt says nothing by itself. */
  async function deal(playerId: string, played: ReadonlySet<string | null>): Promise<Dealt | null> {
    const narratives = await drawNarratives(playerId);
    const left = planted.filter(({ key }) => !played.has(key));
    const both = lengthClasses.flatMap((length) => {
      const real = narratives.get(length);
      const machine = left.filter(({ text }) => lengthClassOf(text) === length);
      return real !== undefined && machine.length > 0 ? [{ real, machine }] : [];
    });
    const pair = oneOf(both);
    if (pair === undefined) return null;
    const machine = oneOf(pair.machine);
    if (machine === undefined || ids.fraction() < 0.5) return pair.real;
    return { text: machine.text, of: { author_id: null, planted: machine.key } };
  }

  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(ids.fraction() * list.length)];

  async function resultOf(playerId: string, round: Pick<Schema['gpt_rounds'], 'author_id'>, vote: GptVote): Promise<GptResult> {
    const was = round.author_id === null ? 'machine' : 'human';
    const scores = await createScoresStore(db.read).of(playerId);
    const score = scores.find(({ game }) => game === 'gptbuster') ?? { points: 0, streak: 0, best: 0 };
    return { isRight: vote === was, was, score: { ...score, game: 'gptbuster' } };
  }

  /** So many took a member's words for a machine's that others are to look at the profile; each vote counts for one case only. */
  async function raiseIfSuspect(tx: Tx, authorId: string): Promise<void> {
    const store = createGptStore(tx);
    const { voters, machine } = await store.uncounted(authorId, sinceMs());
    if (!isSuspect(machine, voters)) return;
    await store.markCounted(authorId);
    const words = `${machine} of ${voters} players of GPT Buster took the words of this profile for a machine’s.`;
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

      const dealt = await deal(playerId, new Set(rounds.map(({ planted: key }) => key)));
      const id = ids.uuid();
      const kept = await db.write(async (tx) => {
        await db.lock(tx, `gptbuster:${playerId}`);
        const store = createGptStore(tx);
        await store.removeBefore(playerId, sinceMs());
        if (open) await store.remove(open.id);
        // Another tab of the player's may have dealt meanwhile: there is one open round.
        const other = (await store.rounds(playerId, sinceMs())).find(({ vote }) => vote === null);
        if (other || dealt === null) return other ?? null;
        const row = { id, player_id: playerId, ...dealt.of, vote: null, is_raised: 0, created_ms: clock.now() } as const;
        await store.insert(row);
        return row;
      });
      if (kept === null || dealt === null || kept.id === id) return kept && dealt && { id, text: dealt.text };
      const otherText = await textOf(playerId, kept);
      return otherText === null ? null : { id: kept.id, text: otherText };
    },

    async vote(playerId, roundId, vote) {
      const round = await createGptStore(db.read).find(roundId, playerId);
      if (round === null) throw problem('not-found');
      if (round.vote === null && (await textOf(playerId, round)) === null) throw problem('not-found');
      const stays = await db.write(async (tx) => {
        await db.lock(tx, `gptbuster:${playerId}`, `gptbuster-author:${round.author_id ?? ''}`);
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
      return resultOf(playerId, round, stays);
    },
  };
}
