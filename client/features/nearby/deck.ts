// A round of the deck: who is on top, who was skipped, what can be taken back, and whom the server has still to tell of.
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { LikeType } from '#shared/rules/likes.ts';
import { limits } from '#shared/rules/limits.ts';
import { onceEach } from './listed-briefs.ts';

export type Answer = Exclude<LikeType, 'ERROR'>;

export interface Deck {
  readonly briefs: readonly ProfileBrief[];
  /** Said of the answer as it came: nobody follows whom these do not name. */
  readonly isLast: boolean;
}

export interface Round {
  /** Of each who was dealt. The undetermined ones come again in the next round. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Who stays on top, in whatever order a newer answer of the server has them. */
  readonly topId: string | null;
  /** Taken back, and so on top of all whether or not the server names him. */
  readonly front: ProfileBrief | null;
  /** Can be taken back. */
  readonly last: { readonly brief: ProfileBrief; readonly answer: Answer } | null;
}

export const firstRound: Round = { answers: {}, topId: null, front: null, last: null };

/** Fewer on the pile than this, and the next ones are asked for. */
export const cardsLeast = 6;

export const hasSkipped = ({ answers }: Round): boolean => Object.values(answers).includes('UNDETERMINED');

/** The cards as they lie, upper one first. `isOpen` says who is neither liked, disliked nor blocked, as far as is known here. */
export function pileOf(briefs: readonly ProfileBrief[], round: Round, isOpen: (profileId: string) => boolean): ProfileBrief[] {
  const dealt = briefs.filter(({ profileId }) => round.answers[profileId] === undefined && isOpen(profileId));
  const upper = dealt.filter(({ profileId }) => profileId === round.topId);
  return onceEach([...(round.front === null ? [] : [round.front]), ...upper, ...dealt]);
}

/** `nextId` is who lies under the card that was answered. */
export function afterSwipe({ answers }: Round, brief: ProfileBrief, answer: Answer, nextId: string | null): Round {
  return { answers: { ...answers, [brief.profileId]: answer }, topId: nextId, front: null, last: { brief, answer } };
}

/** The last card is back on top, and nothing before it can be taken back. */
export function afterUndo(round: Round): Round {
  if (round.last === null) return round;
  const { brief } = round.last;
  const { [brief.profileId]: _taken, ...answers } = round.answers;
  return { answers, topId: brief.profileId, front: brief, last: null };
}

/** Somebody who can no longer be seen comes back by no undo either. */
export function afterGone(round: Round, profileId: string): Round {
  const { front, last } = round;
  return {
    ...round,
    front: front?.profileId === profileId ? null : front,
    last: last?.brief.profileId === profileId ? null : last,
  };
}

/**
 * Who is dealt next, and before them the skipped ones that are `held`, so that a next round has them without connection too.
 * `askPage` answers pages of 30 of those who are not rated, nearest first. The skipped ones stand before all others there and
 * are passed over, all but a page of them, since some may have left. Whose rating has arrived stands there no more, so that
 * counting the cards that were dealt would miss some.
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
