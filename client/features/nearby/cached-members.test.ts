// Tests which cached members are shown offline: the lists that they come from, and the filter.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Place } from '#shared/rules/distance.ts';
import { detailsQuery } from './details.queries.ts';
import { cachedMembers, matchesFilter } from './cached-members.ts';
import { emptyFilter } from './list-filter.ts';
import { deckKey, nearestKey } from './nearby-keys.ts';
import { deckQuery, nearestQuery } from './nearby.queries.ts';

const briefOf = (profileId: string, more: Partial<ProfileBrief> = {}): ProfileBrief => ({
  profileId,
  session: null,
  profileName: profileId,
  profileAge: 30,
  profileChars: [],
  profileWeight: '',
  profileHeight: '',
  profilePicIds: [],
  lat: 10,
  lon: 20,
  tsUpdated: 0,
  ...more,
});

test('offline, a filter shows the cached members who match', () => {
  const ada = briefOf('ada', {
    profileHeight: '5\'11"',
    profileWeight: '77 kg',
    profileChars: ['bear', 'art'],
    profileAge: 41,
  });
  expect(
    matchesFilter({ ...emptyFilter, heightCmMin: 180, heightCmMax: 180, weightKgMin: 77, characteristics: ['bear'] }, ada),
  ).toBe(true);
  expect(matchesFilter({ ...emptyFilter, heightCmMin: 181 }, ada)).toBe(false);
  expect(matchesFilter({ ...emptyFilter, ageMax: 40 }, ada)).toBe(false);
  expect(matchesFilter({ ...emptyFilter, characteristics: ['bear', 'coffee'] }, ada)).toBe(false);
  expect(matchesFilter({ ...emptyFilter, withPicture: true }, ada)).toBe(false);
  expect(matchesFilter({ ...emptyFilter, heightCmMin: 100 }, briefOf('tall', { profileHeight: 'tall' }))).toBe(false);
});

const listsAround = (centre: Place | null) => ({ lists: nearestKey, includeTestData: false, centre });

test('test users from lists that were loaded in test mode are not shown outside of it', () => {
  const queries = new QueryClient();
  const page = (brief: ProfileBrief) => ({ pages: [{ briefs: [brief], isLast: true }], pageParams: [0] });
  queries.setQueryData(nearestQuery(true, null).queryKey, page(briefOf('test user')));
  queries.setQueryData(nearestQuery(false, null).queryKey, page(briefOf('member')));
  expect(cachedMembers(queries, listsAround(null), null, emptyFilter).briefs).toEqual([briefOf('member')]);
});

test('members come from every cached list around the same centre, each once, nearest first', () => {
  const queries = new QueryClient();
  const [near, far, other] = [
    briefOf('near', { lat: 10.01 }),
    briefOf('far', { lat: 10.2, profileChars: ['bear'] }),
    briefOf('other'),
  ];
  const page = (briefs: ProfileBrief[]) => ({ pages: [{ briefs, details: [], count: null, isLast: true }], pageParams: [0] });
  queries.setQueryData(nearestQuery(false, null).queryKey, page([far, near]));
  queries.setQueryData(detailsQuery(false, null, { ...emptyFilter, characteristics: ['bear'] }).queryKey, page([far]));
  queries.setQueryData(detailsQuery(false, { lat: 1, lon: 1 }, emptyFilter).queryKey, page([other]));
  const idsFor = (characteristics: string[], centre: { lat: number; lon: number } | null = null) =>
    cachedMembers(queries, listsAround(centre), { lat: 10, lon: 20 }, { ...emptyFilter, characteristics }).briefs.map(
      ({ profileId }) => profileId,
    );
  expect(idsFor([])).toEqual(['near', 'far']);
  expect(idsFor(['bear'])).toEqual(['far']);
  expect(idsFor([], { lat: 1, lon: 1 })).toEqual(['other']);
});

test('the deck takes members only from cached decks around the same centre, whatever their filter', () => {
  const queries = new QueryClient();
  const [bear, other, far] = [
    briefOf('bear', { profileChars: ['bear'] }),
    briefOf('other'),
    briefOf('far', { profileChars: ['bear'] }),
  ];
  const deck = (briefs: ProfileBrief[]) => ({ briefs, isLast: true });
  queries.setQueryData(deckQuery('me', false, null).queryKey, deck([bear, other]));
  queries.setQueryData(deckQuery('me', false, { lat: 1, lon: 1 }).queryKey, deck([far]));
  queries.setQueryData(nearestQuery(false, null).queryKey, { pages: [{ briefs: [far], isLast: true }], pageParams: [0] });
  const found = cachedMembers(queries, { ...listsAround(null), lists: deckKey }, null, {
    ...emptyFilter,
    characteristics: ['bear'],
  });
  expect(found.briefs).toEqual([bear]);
});
