// The leaderboard: consenting members visible to the viewer, with their points at the start of the day.
import type { BoardRow } from '#shared/contract/games.ts';
import { leaderboardPage, type Board } from '#shared/rules/games.ts';
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createScoresStore, type BoardPlace } from './scores.store.ts';
import type { GameVisibility } from './game-visibility.ts';

export interface LeaderboardService {
  /** Most points first. `after` is the last place of the previous page. */
  page(viewerId: string, board: Board, after: BoardPlace | null): Promise<BoardRow[]>;
}

interface Dependencies {
  readonly gameVisibility: GameVisibility;
  readonly profiles: Pick<ProfilesService, 'reducedBriefs'>;
}

export function createLeaderboardService(
  { clock, db }: Pick<World, 'clock' | 'db'>,
  { gameVisibility, profiles }: Dependencies,
): LeaderboardService {
  const store = createScoresStore(db.read);

  return {
    async page(viewerId, board, first) {
      const nowMs = clock.now();
      const rows: BoardRow[] = [];
      for (let after = first; ;) {
        const places = await store.board(board, after, leaderboardPage, nowMs);
        const shown = await gameVisibility.shown(viewerId, places, ({ profileId }) => profileId);
        const briefs = await profiles.reducedBriefs(shown.map(({ profileId }) => profileId));
        for (const { profileId, points } of shown) {
          const profile = briefs.get(profileId);
          if (profile && rows.length < leaderboardPage) rows.push({ profile, points });
        }
        after = places.at(-1) ?? null;
        if (rows.length === leaderboardPage || places.length < leaderboardPage) return rows;
      }
    },
  };
}
