// Logs a member in to a browser, on an app that runs in the test's process.
import type { Member } from '#server/testing/app/members.ts';
import type { Person } from './person.ts';

/** The browser stays on a public page, so that the test can prepare it before opening a screen. */
export async function logIn(person: Person, origin: string, member: Member): Promise<void> {
  await person.context.addCookies([{ name: 'sid', value: member.cookies.get('sid') ?? '', url: origin }]);
  await person.page.goto(`${origin}/tos`);
  await person.page.evaluate((profileId) => {
    localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
    localStorage.setItem('lastProfileId', JSON.stringify(profileId));
  }, member.profileId);
}
