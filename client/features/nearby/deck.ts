// A round of the swipe deck, with its cards, answers and undo.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { matchesFilter } from './cached-members.ts';
import type { ListFilter } from './list-filter.ts';
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

/** Returns the round without the undone card if that member does not match `filter`, which may have been chosen later. */
export const roundMatching = (filter: ListFilter, round: Round): Round =>
  round.undone === null || matchesFilter(filter, round.undone) ? round : { ...round, undone: null };

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
 * The round is read again after each page, since the member may swipe or undo while the request is pending.
 */
export async function loadDeck(
  cached: readonly ProfileBrief[],
  currentRound: () => Round,
  fetchPage: (page: number) => Promise<readonly ProfileBrief[]>,
): Promise<Deck> {
  const skipped = cached.filter(({ profileId }) => currentRound().answers[profileId] === 'UNDETERMINED');
  const found: ProfileBrief[] = [];
  const firstPage = Math.max(0, Math.floor(skipped.length / limits.tilesPage) - 1);
  for (let page = firstPage; ; page++) {
    const briefs = await fetchPage(page);
    found.push(...briefs);
    const { answers, undone } = currentRound();
    const newCount = found.filter(({ profileId }) => answers[profileId] === undefined).length;
    const isLast = briefs.length < limits.tilesPage;
    if (!isLast && newCount < minCards) continue;
    const unanswered = [...skipped, ...found].filter(
      ({ profileId }) => (answers[profileId] ?? 'UNDETERMINED') === 'UNDETERMINED',
    );
    return { briefs: uniqueBriefs(undone === null ? unanswered : [undone, ...unanswered]), isLast };
  }
}
