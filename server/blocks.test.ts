// To a blocked member, their blocker looks exactly like a deleted account, as a suspended member does to others.
import { beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#shared/contract/index.ts';
import { readWhileBlocked, observeAsBoris, type Separation, type Observation } from './testing/privacy/hidden-members.ts';

const separations = ['nothing', 'deleted', 'suspended', 'blocked', 'hidden', 'blocking', 'mutual'] as const;
const worlds = new Map<Separation, Observation>();
beforeAll(async () => {
  for (const separation of separations) worlds.set(separation, await observeAsBoris(separation));
});

function observed(separation: Separation): Observation {
  const found = worlds.get(separation);
  if (!found) throw new Error(`No observation of this event: ${separation}.`);
  return found;
}
const differing = (a: Observation, b: Observation) =>
  Object.keys(a.answers).filter((name) => JSON.stringify(a.answers[name]) !== JSON.stringify(b.answers[name]));
const ofPlace = (name: string) => /profile-briefs|profile-positions/.test(name);
/** Calls whose replies contain no data of other members. */
const withoutOthers = new Set([
  '/api/map/source',
  '/api/map/area',
  '/api/map/tiles/{version}/{z}/{x}/{y}',
  '/api/sessions',
  '/api/account/deletion',
  '/api/places',
]);
const isList = (name: string) =>
  ofPlace(name) ||
  /likes\/|most-recent-with\/[\w-]+$|messages\/by-sector\/[\d:-]+(\?includeTestData=true)?$|notifications\/|pic-grants$/.test(
    name,
  );

describe('a blocked member', () => {
  test('gets the same replies as if the blocker’s account were deleted', () => {
    const [blocked, deleted] = [observed('blocked').answers, observed('deleted').answers];
    expect(Object.keys(blocked)).toEqual(Object.keys(deleted));
    for (const name of differing(observed('deleted'), observed('blocked')))
      expect.soft(blocked[name], name).toEqual(deleted[name]);
  });

  test('is tested with meaningful calls: more than 25 replies differ without a block', () => {
    expect(differing(observed('nothing'), observed('blocked')).length).toBeGreaterThan(25);
  });

  test('receives the same events on an open socket as for a deletion, and nothing about the blocker afterwards', () => {
    const types = observed('nothing').received.map(({ type }) => type);
    for (const type of [
      'brief',
      'like',
      'message',
      'messageGone',
      'typing',
      'notifications',
      'broadcast',
      'broadcastGone',
    ] as const)
      expect(types).toContain(type);
    expect(observed('blocked').received).toEqual(observed('deleted').received);
  });

  test('learns nothing if both block each other at the same time', () => {
    const [mutual, deleted] = [observed('mutual').answers, observed('deleted').answers];
    for (const name of differing(observed('deleted'), observed('mutual'))) expect.soft(mutual[name], name).toEqual(deleted[name]);
  });

  test('never learns what was read during the block, even after it is lifted', async () => {
    expect(await readWhileBlocked()).toBeNull();
  });

  test('receives nothing more on later sockets or by push', () => {
    expect(observed('nothing').resumed.length).toBeGreaterThan(1);
    expect(observed('blocked').resumed).toEqual(observed('deleted').resumed);
    expect(observed('nothing').pushes).toBeGreaterThan(0);
    expect(observed('blocked').pushes).toBe(0);
  });

  test('receives an event within a second that the blocker is gone', () => {
    expect(observed('blocked').goneAfterMs).toBeLessThan(1_000);
  });

  test('is tested with every call that reads data of others', () => {
    const asked = Object.keys(observed('nothing').answers);
    const isAsked = ({ method, path }: { method: string; path: string }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$| )`);
      return asked.some((name) => pattern.test(name));
    };
    const shown = allEndpoints.filter(({ method, who, path }) => method === 'GET' && who === 'USER' && !withoutOthers.has(path));
    expect(shown.filter((endpoint) => !isAsked(endpoint)).map(({ path }) => path)).toEqual([]);
  });
});

describe('a blocker', () => {
  test('sees the blocked member only in the list of blocked members', () => {
    const [blocking, deleted] = [observed('blocking').answers, observed('deleted').answers];
    const names = Object.keys(blocking).filter((name) => isList(name) && !name.includes('blocked=true'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect.soft(blocking[name], name).toEqual(deleted[name]);
  });

  test('receives an event within a second that the blocked member is gone, and nothing more afterwards', () => {
    const { received, resumed, goneAfterMs } = observed('blocking');
    const place = received.findIndex(({ type }) => type === 'gone');
    expect(received.slice(0, place + 1)).toEqual(observed('deleted').received.slice(0, place + 1));
    expect(goneAfterMs).toBeLessThan(1_000);
    const [gone] = received.slice(place);
    const anton = gone?.type === 'gone' ? gone.profileId : '';
    expect(anton).not.toBe('');
    // The blocker's private note contains no data of the blocked member.
    const later = received.slice(place + 1).filter(({ type }) => type !== 'note');
    expect(JSON.stringify([later, resumed])).not.toContain(anton);
  });

  test('keeps the history, and can open the profile to lift the block', () => {
    const { answers } = observed('blocking');
    const accessible = Object.entries(answers).filter(([name]) =>
      /^GET \/api\/(messages\/between\/[\w-]+|profile)\/[\w-]{36}$/.test(name),
    );
    expect(accessible.length).toBeGreaterThan(3);
    for (const [name, answer] of accessible) expect([name, answer]).toEqual([name, expect.objectContaining({ status: 200 })]);
  });
});

describe('a suspended member', () => {
  test('looks like a deleted account in every reply', () => {
    const [suspended, deleted] = [observed('suspended').answers, observed('deleted').answers];
    expect(Object.keys(suspended)).toEqual(Object.keys(deleted));
    for (const name of differing(observed('deleted'), observed('suspended')))
      expect.soft(suspended[name], name).toEqual(deleted[name]);
  });

  test('disappears from open sockets within a second like a deleted account', () => {
    expect(observed('suspended').received).toEqual(observed('deleted').received);
    expect(observed('suspended').resumed).toEqual(observed('deleted').resumed);
    expect(observed('suspended').pushes).toBe(0);
    expect(observed('suspended').goneAfterMs).toBeLessThan(1_000);
  });
});

describe('a member who hides', () => {
  test('is missing from every list and count by position, like a deleted account', () => {
    const [hidden, deleted] = [observed('hidden').answers, observed('deleted').answers];
    // Before the later requests, the member was visible again for a while.
    const names = Object.keys(hidden).filter((name) => ofPlace(name) && !name.startsWith('later'));
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) expect(hidden[name], name).toEqual(deleted[name]);
  });

  test('can still be reached by chat and likes', () => {
    const changed = differing(observed('nothing'), observed('hidden')).filter((name) => !ofPlace(name));
    expect(changed.filter((name) => !/^GET \/api\/(profile|messages\/by-sector)\//.test(name))).toEqual([]);
  });

  test('is still visible in the area chat, but without a distance', () => {
    const area = 'GET /api/messages/by-sector/33:-113';
    const areaReply = (separation: Separation) => JSON.stringify(observed(separation).answers[area]);
    const distances = (text: string) => text.match(/distanceMetres/g)?.length ?? 0;
    for (const separation of ['nothing', 'hidden'] as const) expect(areaReply(separation)).toContain('hello area, says Anton');
    expect([distances(areaReply('nothing')), distances(areaReply('hidden'))]).toEqual([2, 1]);
  });
});
