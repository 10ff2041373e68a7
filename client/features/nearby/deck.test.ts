// The cards of a round of the deck, their order, and undo.
import { expect, test } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { seededRandom } from '#client/testing/seeded-random.ts';
import { afterGone, afterSwipe, afterUndo, deckOf, firstRound, pileOf, type Answer, type Deck, type Round } from './deck.ts';

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
const everybody = () => true;
const ids = (pile: readonly ProfileBrief[]) => pile.map(({ profileId }) => profileId);

test('a skipped member does not come again in this round, but in the next', () => {
  const round = afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben');
  expect(ids(pileOf([ada, ben, cem], round, everybody))).toEqual(['ben', 'cem']);
  expect(ids(pileOf([ada, ben, cem], firstRound, everybody))).toEqual(['ada', 'ben', 'cem']);
});

test('a member who was liked, disliked or blocked elsewhere is not in the deck', () => {
  expect(ids(pileOf([ada, ben, cem], firstRound, (id) => id !== 'ben'))).toEqual(['ada', 'cem']);
});

test('the upper card stays on top when another member comes nearer', () => {
  const round = afterSwipe(firstRound, ada, 'LIKE', 'ben');
  expect(ids(pileOf([dan, cem, ben], round, everybody))).toEqual(['ben', 'dan', 'cem']);
});

test.each<Answer>(['LIKE', 'DISLIKE', 'UNDETERMINED'])(
  'an undo brings back the card that was answered with %s, once',
  (answer) => {
    const swiped = afterSwipe(afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben'), ben, answer, 'cem');
    const undone = afterUndo(swiped);
    // Neither the server's answer nor the waiting write has the undo yet.
    expect(ids(pileOf([ada, cem, dan], undone, (id) => id !== 'ben'))).toEqual(['ben', 'cem', 'dan']);
    expect(undone.last).toBeNull();
    expect(afterUndo(undone)).toBe(undone);
    expect(ids(pileOf([ada, cem, dan], afterSwipe(undone, ben, answer, 'cem'), (id) => id !== 'ben'))).toEqual(['cem', 'dan']);
  },
);

test('undo does not bring back a member who is gone', () => {
  const swiped = afterSwipe(firstRound, ada, 'LIKE', 'ben');
  expect(afterUndo(afterGone(swiped, 'ada')).front).toBeNull();
  expect(afterGone(afterUndo(swiped), 'ada').front).toBeNull();
  expect(afterGone(swiped, 'ben').last).toEqual(swiped.last);
});

test('without connection the next round starts with the skipped members', async () => {
  const skipped = afterSwipe(afterSwipe(firstRound, ada, 'UNDETERMINED', 'ben'), ben, 'UNDETERMINED', null);
  const deck = await deckOf([ada, ben], skipped, () => Promise.resolve([ben, cem]));
  expect(ids(deck.briefs)).toEqual(['ada', 'ben', 'cem']);
  expect(deck.isLast).toBe(true);
});

test('a round shows everybody exactly once, whatever the likes and however late they arrive', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const near = Array.from({ length: Math.floor(random() * 150) }, (_, number) => briefOf(`m${number}`));
    const likes = random();
    const arrived = new Set<string>();
    const underWay: string[] = [];
    const askPage = async (page: number) => near.filter((one) => !arrived.has(one.profileId)).slice(page * 30, page * 30 + 30);

    const shown: string[] = [];
    let round: Round = firstRound;
    let deck: Deck = await deckOf([], round, askPage);
    for (;;) {
      let pile = pileOf(deck.briefs, round, everybody);
      if (pile.length < 6 && !deck.isLast) {
        deck = await deckOf(deck.briefs, round, askPage);
        pile = pileOf(deck.briefs, round, everybody);
      }
      const [top, next] = pile;
      if (top === undefined) break;
      shown.push(top.profileId);
      const answer = random() < likes ? 'LIKE' : 'UNDETERMINED';
      round = afterSwipe(round, top, answer, next?.profileId ?? null);
      if (answer === 'LIKE') underWay.push(top.profileId);
      if (random() < 0.3) underWay.splice(0).forEach((id) => arrived.add(id));
    }
    expect(shown).toEqual(ids(near));
  }
});
