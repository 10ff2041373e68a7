// A round of the swipe deck: upper card, answers, undo, and loading of further cards.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { onceEach } from './listed-briefs.ts';

export type Answer = Exclude<LikeType, 'ERROR'>;

export interface Deck {
  readonly briefs: readonly ProfileBrief[];
  /** The server has no further members. */
  readonly isLast: boolean;
}

export interface Round {
  /** By profile id. Undetermined members come again in the next round. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The member who stays on top, whatever the order of a newer answer. */
  readonly topId: string | null;
  /** Brought back by undo, and so on top even if the server's answer lacks them. */
  readonly front: ProfileBrief | null;
  /** Can be undone. */
  readonly last: { readonly brief: ProfileBrief; readonly answer: Answer } | null;
}

export const firstRound: Round = { answers: {}, topId: null, front: null, last: null };

/** With fewer cards on the pile the next ones are requested. */
export const cardsLeast = 6;

export const hasSkipped = ({ answers }: Round): boolean => Object.values(answers).includes('UNDETERMINED');

/** The cards in order, upper one first. `isOpen` is true for members neither liked, disliked nor blocked, as far as known. */
export function pileOf(briefs: readonly ProfileBrief[], round: Round, isOpen: (profileId: string) => boolean): ProfileBrief[] {
  const remaining = briefs.filter(({ profileId }) => round.answers[profileId] === undefined && isOpen(profileId));
  const upper = remaining.filter(({ profileId }) => profileId === round.topId);
  return onceEach([...(round.front === null ? [] : [round.front]), ...upper, ...remaining]);
}

/** `nextId` is the card below. */
export function afterSwipe({ answers }: Round, brief: ProfileBrief, answer: Answer, nextId: string | null): Round {
  return { answers: { ...answers, [brief.profileId]: answer }, topId: nextId, front: null, last: { brief, answer } };
}

/** The last card is back on top; earlier ones can't be undone. */
export function afterUndo(round: Round): Round {
  if (round.last === null) return round;
  const { brief } = round.last;
  const { [brief.profileId]: _taken, ...answers } = round.answers;
  return { answers, topId: brief.profileId, front: brief, last: null };
}

/** Undo must not bring back a member who can no longer be seen. */
export function afterGone(round: Round, profileId: string): Round {
  const { front, last } = round;
  return {
    ...round,
    front: front?.profileId === profileId ? null : front,
    last: last?.brief.profileId === profileId ? null : last,
  };
}

/**
 * The next cards, preceded by the skipped ones among `held`, so that the next round has them without connection too.
 * `askPage` returns pages of 30 unrated members, nearest first. Skipped members come first there and are jumped over, all but
 * one page of them, since some may have left. Members whose rating has arrived are no longer listed, so the number of cards
 * shown so far can't be used as an offset.
 */
export async function deckOf(
  held: readonly ProfileBrief[],
  { answers }: Round,
  askPage: (page: number) => Promise<readonly ProfileBrief[]>,
): Promise<Deck> {
  const skippedCount = Object.values(answers).filter((answer) => answer === 'UNDETERMINED').length;
  const briefs = held.filter(({ profileId }) => answers[profileId] === 'UNDETERMINED');
  const firstPage = Math.max(0, Math.floor(skippedCount / limits.tilesPage) - 1);
  for (let page = firstPage, fresh = 0; ; page++) {
    const found = await askPage(page);
    briefs.push(...found.filter(({ profileId }) => (answers[profileId] ?? 'UNDETERMINED') === 'UNDETERMINED'));
    fresh += found.filter(({ profileId }) => answers[profileId] === undefined).length;
    const isLast = found.length < limits.tilesPage;
    if (isLast || fresh >= cardsLeast) return { briefs: onceEach(briefs), isLast };
  }
}
