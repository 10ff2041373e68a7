// What a blocked member still finds of his blocker: exactly what he would find had that member deleted his account.
import { beforeAll, describe, expect, test } from 'vitest';
import { everyEndpoint } from '#shared/contract/index.ts';
import { readWhileParted, seenByBoris, type Happening, type Seen } from './testing/privacy/parted-worlds.ts';

const happenings = ['nothing', 'deleted', 'suspended', 'blocked', 'hidden', 'blocking', 'mutual'] as const;
const worlds = new Map<Happening, Seen>();
beforeAll(async () => {
  for (const happening of happenings) worlds.set(happening, await seenByBoris(happening));
});

function seen(happening: Happening): Seen {
  const found = worlds.get(happening);
  if (!found) throw new Error(`Nobody looked when this happened: ${happening}.`);
  return found;
}
const differing = (a: Seen, b: Seen) =>
  Object.keys(a.answers).filter((name) => JSON.stringify(a.answers[name]) !== JSON.stringify(b.answers[name]));
const ofPlace = (name: string) => /profile-briefs|profile-positions/.test(name);
/** Calls for members whose answers hold nothing of other members. */
const ofNobodyElse = new Set(['/api/map/source', '/api/map/tiles/{version}/{z}/{x}/{y}', '/api/sessions']);
const isList = (name: string) =>
  ofPlace(name) ||
  /likes\/|most-recent-with\/[\w-]+$|messages\/by-sector\/[\d:-]+(\?includeTestData=true)?$|notifications\/|pic-grants$/.test(
    name,
  );

describe('a blocked member', () => {
  test('finds in every answer what he would find had the other deleted his account', () => {
    const [blocked, deleted] = [seen('blocked').answers, seen('deleted').answers];
    expect(Object.keys(blocked)).toEqual(Object.keys(deleted));
    for (const name of differing(seen('deleted'), seen('blocked'))) expect.soft(blocked[name], name).toEqual(deleted[name]);
  });

  test('is asked about by calls that would tell: most of them are answered otherwise while nothing has happened', () => {
    expect(differing(seen('nothing'), seen('blocked')).length).toBeGreaterThan(25);
  });

  test('hears on his open socket what he would hear had the other deleted his account, and nothing of him after it', () => {
    const types = seen('nothing').heard.map(({ type }) => type);
    for (const told of [
      'brief',
      'like',
      'message',
      'messageGone',
      'typing',
      'notifications',
      'broadcast',
      'broadcastGone',
    ] as const)
      expect(types).toContain(told);
    expect(seen('blocked').heard).toEqual(seen('deleted').heard);
  });

  test('learns nothing either when both block each other at the same moment', () => {
    const [mutual, deleted] = [seen('mutual').answers, seen('deleted').answers];
    for (const name of differing(seen('deleted'), seen('mutual'))) expect.soft(mutual[name], name).toEqual(deleted[name]);
  });

  test('is never told of what was read while he was blocked, also not once he no longer is', async () => {
    expect(await readWhileParted()).toBeNull();
  });

  test('is told nothing more by a socket that he opens later, nor by a push', () => {
    expect(seen('nothing').resumed.length).toBeGreaterThan(1);
    expect(seen('blocked').resumed).toEqual(seen('deleted').resumed);
    expect(seen('nothing').pushes).toBeGreaterThan(0);
    expect(seen('blocked').pushes).toBe(0);
  });

  test('is parted within a second, on what he has open', () => {
    expect(seen('blocked').toldMs).toBeLessThan(1_000);
  });

  test('is asked about by every call that shows others', () => {
    const asked = Object.keys(seen('nothing').answers);
    const isAsked = ({ method, path }: { method: string; path: string }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$| )`);
      return asked.some((name) => pattern.test(name));
    };
    const shown = everyEndpoint.filter(({ method, who, path }) => method === 'GET' && who === 'USER' && !ofNobodyElse.has(path));
    expect(shown.filter((endpoint) => !isAsked(endpoint)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the one who blocks', () => {
  /** He keeps what was written and may still tidy up there, which counts in the one order of the server, also to one digit more. */
  const withoutOrder = (answer: unknown) =>
    JSON.stringify(answer).replaceAll(/(sequence|revision)\\":\d+|(content-length)":"\d+/g, '$1$2');

  test('finds the other in no list, but for that of those whom he blocks', () => {
    const [blocking, deleted] = [seen('blocking').answers, seen('deleted').answers];
    const names = Object.keys(blocking).filter((name) => isList(name) && !name.includes('blocked=true'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect.soft(withoutOrder(blocking[name]), name).toBe(withoutOrder(deleted[name]));
  });

  test('hears of the other on his open socket that he is gone, within a second, and then no more', () => {
    const { heard, resumed, toldMs } = seen('blocking');
    const place = heard.findIndex(({ type }) => type === 'gone');
    expect(heard.slice(0, place + 1)).toEqual(seen('deleted').heard.slice(0, place + 1));
    expect(toldMs).toBeLessThan(1_000);
    const [gone] = heard.slice(place);
    const anton = gone?.type === 'gone' ? gone.profileId : '';
    expect(anton).not.toBe('');
    // That he changed his own note about the other is nothing of the other's.
    const later = heard.slice(place + 1).filter(({ type }) => type !== 'note');
    expect(JSON.stringify([later, resumed])).not.toContain(anton);
  });

  test('keeps the history, and reaches the profile to lift the block', () => {
    const { answers } = seen('blocking');
    const kept = Object.entries(answers).filter(([name]) =>
      /^GET \/api\/(messages\/between\/[\w-]+|profile)\/[\w-]{36}$/.test(name),
    );
    expect(kept.length).toBeGreaterThan(3);
    for (const [name, answer] of kept) expect([name, answer]).toEqual([name, expect.objectContaining({ status: 200 })]);
  });
});

describe('of one who is suspended others', () => {
  test('find in every answer what they would find had he deleted his account', () => {
    const [suspended, deleted] = [seen('suspended').answers, seen('deleted').answers];
    expect(Object.keys(suspended)).toEqual(Object.keys(deleted));
    for (const name of differing(seen('deleted'), seen('suspended'))) expect.soft(suspended[name], name).toEqual(deleted[name]);
  });

  test('hear what they would hear had he deleted his account, within a second, and nothing of him after it', () => {
    expect(seen('suspended').heard).toEqual(seen('deleted').heard);
    expect(seen('suspended').resumed).toEqual(seen('deleted').resumed);
    expect(seen('suspended').pushes).toBe(0);
    expect(seen('suspended').toldMs).toBeLessThan(1_000);
  });
});

describe('whoever is hidden', () => {
  test('is in every list and count of places as if his account were deleted', () => {
    const [hidden, deleted] = [seen('hidden').answers, seen('deleted').answers];
    // What is asked later comes after he showed himself again.
    const names = Object.keys(hidden).filter((name) => ofPlace(name) && !name.startsWith('later'));
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) expect(hidden[name], name).toEqual(deleted[name]);
  });

  test('is still reached by chat and likes', () => {
    const changed = differing(seen('nothing'), seen('hidden')).filter((name) => !ofPlace(name));
    expect(changed.filter((name) => !/^GET \/api\/(profile|messages\/by-sector)\//.test(name))).toEqual([]);
  });

  test('is still heard in the area, but not how far away he is', () => {
    const area = 'GET /api/messages/by-sector/33:-113';
    const said = (happening: Happening) => JSON.stringify(seen(happening).answers[area]);
    const distances = (text: string) => text.match(/distanceMetres/g)?.length ?? 0;
    for (const happening of ['nothing', 'hidden'] as const) expect(said(happening)).toContain('hello area, says Anton');
    expect([distances(said('nothing')), distances(said('hidden'))]).toEqual([2, 1]);
  });
});
