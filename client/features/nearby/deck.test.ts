// Tests rounds of the swipe deck: the order of cards, skipped members and undo.
import { expect, test } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { StoredLikeType } from '#shared/rules/likes.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { afterRemoval, afterSwipe, afterUndo, loadDeck, firstRound, pileOf, type Deck, type Round } from './deck.ts';

const briefOf = (profileId: string): ProfileBrief => ({
  profileId,
  session: null,
  profileName: profileId,
  profileAge: 30,
  profileChars: [],
  profileWeight: '',
  profileHeight: '',
  profilePicIds: [],
  lat: 33.4,
  lon: -112.1,
  tsUpdated: 0,
});
const [ada, ben, cem, dan] = ['ada', 'ben', 'cem', 'dan'].map(briefOf) as [
  ProfileBrief,
  ProfileBrief,
  ProfileBrief,
  ProfileBrief,
];
const allOpen = () => true;
const ids = (pile: readonly ProfileBrief[]) => pile.map(({ profileId }) => profileId);

test('a skipped member returns in the next round, not in the same one', () => {
  const round = afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben');
  expect(ids(pileOf([ada, ben, cem], round, allOpen))).toEqual(['ben', 'cem']);
  expect(ids(pileOf([ada, ben, cem], firstRound, allOpen))).toEqual(['ada', 'ben', 'cem']);
});

test('a member who was liked, disliked or blocked on another screen is not in the deck', () => {
  expect(ids(pileOf([ada, ben, cem], firstRound, (id) => id !== 'ben'))).toEqual(['ada', 'cem']);
});

test('the top card stays on top when another member comes nearer', () => {
  const round = afterSwipe(firstRound, ada, 'LIKE', 'ben');
  expect(ids(pileOf([dan, cem, ben], round, allOpen))).toEqual(['ben', 'dan', 'cem']);
});

test.each<StoredLikeType>(['LIKE', 'DISLIKE', 'UNDETERMINED'])(
  'an undo brings back the card that was answered with %s, once',
  (answer) => {
    const swiped = afterSwipe(afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben'), ben, answer, 'cem');
    const undone = afterUndo(swiped);
    // Neither the server's response nor the outbox contains the undo yet.
    expect(ids(pileOf([ada, cem, dan], undone, (id) => id !== 'ben'))).toEqual(['ben', 'cem', 'dan']);
    expect(undone.last).toBeNull();
    expect(afterUndo(undone)).toBe(undone);
    expect(ids(pileOf([ada, cem, dan], afterSwipe(undone, ben, answer, 'cem'), (id) => id !== 'ben'))).toEqual(['cem', 'dan']);
  },
);

test('undo does not bring back a member who can no longer be seen', () => {
  const swiped = afterSwipe(firstRound, ada, 'LIKE', 'ben');
  expect(afterUndo(afterRemoval(swiped, 'ada')).undone).toBeNull();
  expect(afterRemoval(afterUndo(swiped), 'ada').undone).toBeNull();
  expect(afterRemoval(swiped, 'ben').last).toEqual(swiped.last);
});

test('further cards come after the skipped members, even after those whom the server no longer lists', async () => {
  const skipped = afterSwipe(afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben'), ben, 'UNDETERMINED', null);
  const deck = await loadDeck(
    [ada, ben],
    () => skipped,
    () => Promise.resolve([ben, cem]),
  );
  expect(ids(deck.briefs)).toEqual(['ada', 'ben', 'cem']);
  expect(deck.isLast).toBe(true);
});

test('a member who is swiped while cards are being loaded is not among them, and one whose swipe is undone is', async () => {
  let round = afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben');
  const swiped = await loadDeck(
    [ada],
    () => round,
    () => {
      round = afterSwipe(afterSwipe(round, ada, 'LIKE', 'ben'), ben, 'DISLIKE', 'cem');
      return Promise.resolve([ben, cem]);
    },
  );
  expect(ids(swiped.briefs)).toEqual(['cem']);
  const undone = await loadDeck(
    [],
    () => round,
    () => {
      round = afterUndo(round);
      return Promise.resolve([cem]);
    },
  );
  expect(ids(undone.briefs)).toEqual(['ben', 'cem']);
});

test('a round shows each member exactly once, even if likes reach the server late', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const near = Array.from({ length: Math.floor(random() * 150) }, (_, number) => briefOf(`m${number}`));
    const likeShare = random();
    const ratedOnServer = new Set<string>();
    const unsent: string[] = [];
    const fetchPage = async (page: number) =>
      near.filter((one) => !ratedOnServer.has(one.profileId)).slice(page * 30, page * 30 + 30);

    const shown: string[] = [];
    let round: Round = firstRound;
    let deck: Deck = await loadDeck([], () => round, fetchPage);
    for (;;) {
      let pile = pileOf(deck.briefs, round, allOpen);
      if (pile.length < 6 && !deck.isLast) {
        deck = await loadDeck(deck.briefs, () => round, fetchPage);
        pile = pileOf(deck.briefs, round, allOpen);
      }
      const [top, next] = pile;
      if (top === undefined) break;
      shown.push(top.profileId);
      const answer = random() < likeShare ? 'LIKE' : 'UNDETERMINED';
      round = afterSwipe(round, top, answer, next?.profileId ?? null);
      if (answer === 'LIKE') unsent.push(top.profileId);
      if (random() < 0.3) unsent.splice(0).forEach((id) => ratedOnServer.add(id));
    }
    expect(shown).toEqual(ids(near));
  }
});
