// A round of the swipe deck, with its cards, answers and undo.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { uniqueBriefs } from './listed-briefs.ts';

export interface Deck {
  readonly briefs: readonly ProfileBrief[];
  /** True if the server has no further members. */
  readonly isLast: boolean;
}

export interface Round {
  /** The answers by profile id. UNDETERMINED means that the member was skipped and returns in the next round. */
  readonly answers: Readonly<Record<string, StoredLikeType>>;
  /** This member stays on top when a newer response has a different order. */
  readonly topId: string | null;
  readonly undone: ProfileBrief | null;
  /** The last swipe, which can be undone. */
  readonly last: { readonly brief: ProfileBrief; readonly answer: StoredLikeType } | null;
}

export const firstRound: Round = { answers: {}, topId: null, undone: null, last: null };

/** Further cards are requested when fewer than these are left. */
export const minCards = 6;

export const hasSkipped = ({ answers }: Round): boolean => Object.values(answers).includes('UNDETERMINED');

/** Returns the cards, the top card first. `isOpen` returns true for members who are neither liked, disliked nor blocked. */
export function pileOf(briefs: readonly ProfileBrief[], round: Round, isOpen: (profileId: string) => boolean): ProfileBrief[] {
  const remaining = briefs.filter(({ profileId }) => round.answers[profileId] === undefined && isOpen(profileId));
  const top = remaining.filter(({ profileId }) => profileId === round.topId);
  return uniqueBriefs([...(round.undone === null ? [] : [round.undone]), ...top, ...remaining]);
}

/** `nextId` is the member on the next card. */
export function afterSwipe({ answers }: Round, brief: ProfileBrief, answer: StoredLikeType, nextId: string | null): Round {
  return { answers: { ...answers, [brief.profileId]: answer }, topId: nextId, undone: null, last: { brief, answer } };
}

/** Puts the last card back on top. Earlier swipes can't be undone. */
export function afterUndo(round: Round): Round {
  if (round.last === null) return round;
  const { brief } = round.last;
  const { [brief.profileId]: _removed, ...answers } = round.answers;
  return { answers, topId: brief.profileId, undone: brief, last: null };
}

/** Makes sure that Undo does not bring back a member who can no longer be seen. */
export function afterRemoval(round: Round, profileId: string): Round {
  const { undone, last } = round;
  return {
    ...round,
    undone: undone?.profileId === profileId ? null : undone,
    last: last?.brief.profileId === profileId ? null : last,
  };
}

/**
 * Loads the next cards. The skipped ones among `cached` come first, so that the next round can show them offline too.
 * `fetchPage` returns pages of 30 unrated members, nearest first. The first pages contain the skipped members, so they are not
 * requested, except the last of them, since some members may have left. The number of cards shown can't be used as an offset,
 * since the server does not list members whose rating it has received.
 */
export async function loadDeck(
  cached: readonly ProfileBrief[],
  { answers }: Round,
  fetchPage: (page: number) => Promise<readonly ProfileBrief[]>,
): Promise<Deck> {
  const briefs = cached.filter(({ profileId }) => answers[profileId] === 'UNDETERMINED');
  const firstPage = Math.max(0, Math.floor(briefs.length / limits.tilesPage) - 1);
  for (let page = firstPage, newCount = 0; ; page++) {
    const found = await fetchPage(page);
    briefs.push(...found.filter(({ profileId }) => (answers[profileId] ?? 'UNDETERMINED') === 'UNDETERMINED'));
    newCount += found.filter(({ profileId }) => answers[profileId] === undefined).length;
    const isLast = found.length < limits.tilesPage;
    if (isLast || newCount >= minCards) return { briefs: uniqueBriefs(briefs), isLast };
  }
}
