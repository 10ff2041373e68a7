// Greeted members for tests, and the calls of the community's games.
import { welcome } from '#shared/contract/community.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

type Three = readonly [anton: Member, boris: Member, carl: Member];

/** Each was greeted by the two others and a fourth member, so that three members vouch for each. */
export async function welcomeAll(app: TestApp, three: Three): Promise<void> {
  const dora = await app.member({ name: 'Dora' });
  for (const newcomer of three)
    for (const greeter of [...three, dora]) if (greeter !== newcomer) await greeted(app, greeter, newcomer);
}

/** Inserts an answered hello directly into the database: the greeter vouches for the newcomer, who shows vouches. */
async function greeted({ world }: TestApp, greeter: Member, newcomer: Member): Promise<void> {
  const now = world.clock.now();
  const hello = { greeter_id: greeter.profileId, newcomer_id: newcomer.profileId, created_ms: now };
  await world.db.write((tx) =>
    tx
      .insertInto('welcome_hellos')
      .values({ ...hello, answered_ms: now, vouched_ms: now })
      .execute(),
  );
  await newcomer.call(welcome.putWelcome, { body: { showsVouches: true } });
}

export const communityLists = ['cooties', 'health', 'welcome', 'welcome/newcomers', 'welcome/hellos'].map(
  (name) => `/api/games/${name}`,
);

/** The calls of Boris that concern Anton. */
export const communityAbout = ([{ profileId }, boris, carl]: Three): { method: string; path: string; body?: object }[] => [
  ...[profileId, boris.profileId, carl.profileId].map((id) => ({ method: 'GET', path: `/api/games/welcome/vouches/${id}` })),
  { method: 'POST', path: '/api/games/health', body: { profileIds: [profileId] } },
  { method: 'GET', path: '/api/waiting' },
  { method: 'POST', path: '/api/games/welcome/hellos', body: { profileId } },
  { method: 'PUT', path: '/api/games/welcome/vouch', body: { profileId, isVouchedFor: true } },
  { method: 'PUT', path: '/api/games/welcome/vouch', body: { profileId, isVouchedFor: false } },
];
