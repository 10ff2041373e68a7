// Derives the profile of each demo member from their number.
import { createHash } from 'node:crypto';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import { inventedPerson, phoenix, type InventedPerson } from '#server/features/admin/invented-people.ts';

export interface DemoPerson extends InventedPerson {
  readonly accountId: string;
  readonly profileId: string;
  readonly email: string;
}

/** The email domain of all demo members. Addresses in .invalid never receive email. */
export const demoDomain = 'demo.invalid';

/** The first member, who is used to log in. Tests and benches depend on these values. */
const host = { birthdate: '1989-04-12', height: '5\'11"', weight: '170 lb', publicPictures: 3, place: phoenix };

/** These members joined in the last days. They would like to be greeted, and have no conversation with the first member. */
const newcomers: readonly number[] = [15, 18, 21, 24];

/** These members are among the nearest, whom a newcomer sees first: they are online and have a picture. */
const firstFaces: readonly number[] = [6, 33];

export const demoPerson = (number: number): DemoPerson => ({
  ...inventedPerson(number),
  ...(newcomers.includes(number) ? { joinedAgoMs: number * 6 * hourMs } : {}),
  ...(firstFaces.includes(number) ? { publicPictures: 1, seenAgoMs: minuteMs } : {}),
  ...(number === 1 ? host : {}),
  accountId: demoId('account', number),
  profileId: demoId('profile', number),
  email: `demo${number}@${demoDomain}`,
});

/** Returns a UUID derived from `of`, so that seeding again finds the existing row. */
export function demoId(...of: readonly (string | number)[]): string {
  const hex = createHash('sha256')
    .update(`demo:${of.join(':')}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
