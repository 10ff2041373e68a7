// The games of two members who are hidden from each other, and every call that could disclose it.
import { games } from '#shared/contract/games.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createGptStore } from '#server/features/games/gptbuster.store.ts';
import { createScoresStore } from '#server/features/games/scores.store.ts';
import { ratePicture } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

export interface SharedGames {
  /** Anton's proposal for Boris' picture. */
  readonly proposalId: string;
  /** The round in which Boris reads Anton's text. */
  readonly roundId: string;
}

/** Calls that show others without naming their ids. */
export const gameLists = [
  '/api/games',
  '/api/games/leaderboard',
  '/api/games/ratinggame/pictures',
  '/api/games/photocrop/pictures',
  '/api/games/photocrop/proposals',
];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** All other calls of Boris about Anton. */
export function gamesAbout({ profileId }: Member, profilePicId: string, { proposalId, roundId }: SharedGames): readonly Asked[] {
  const crops = '/api/games/photocrop/proposals';
  return [
    { method: 'POST', path: '/api/games/ratinggame/guess', body: { profilePicId, guess: 'most' } },
    { method: 'POST', path: crops, body: { profilePicId, left: 0, top: 0, width: 1_600, height: 2_000 } },
    // A blocker may decide too, since nobody learns who proposed it, and an accepted crop would change their own picture.
    { method: 'PUT', path: `${crops}/${proposalId}`, body: { isAccepted: false } },
    { method: 'POST', path: `/api/games/gptbuster/round/${roundId}/vote`, body: { vote: 'human' } },
    { method: 'GET', path: `/api/games/leaderboard?afterPoints=9&afterProfileId=${profileId}` },
  ];
}

/** All three consent to everything; Anton and Carl propose crops of Boris' picture, and Boris reads Anton's text. */
export async function playGames(
  app: TestApp,
  members: readonly [Member, Member, Member],
  shown: { readonly antons: string; readonly own: string },
): Promise<SharedGames> {
  const [anton, boris, carl] = members;
  const consents = { words: true, rating: true, crop: true, leaderboard: true };
  for (const { ask } of members) await ask(games.putGameConsents, { body: consents });
  for (const [left, { ask }] of [anton, carl].entries())
    await ask(games.postCropProposal, { body: { profilePicId: shown.own, left, top: 0, width: 1_600, height: 2_000 } });
  const [{ id: proposalId } = { id: '' }] = await boris.call(games.getCropProposals);
  for (let count = 0; count < 5; count++) await ratePicture(await app.member({ name: `Crowd ${count}` }), anton, shown.antons);
  const roundId = app.world.ids.uuid();
  await app.world.db.write(async (tx) => {
    const row = {
      id: roundId,
      player_id: boris.profileId,
      author_id: anton.profileId,
      planted: null,
      vote: null,
      is_raised: 0,
    } as const;
    await createGptStore(tx).insert({ ...row, created_ms: app.world.clock.now() });
    const yesterday = app.world.clock.now() - dayMs;
    for (const { profileId } of members) await createScoresStore(tx).add(profileId, 'all', 3, yesterday);
  });
  return { proposalId, roundId };
}
