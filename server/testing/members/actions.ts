// Actions of test members: like, write, broadcast, note, report a position and others.
import { randomUUID } from 'node:crypto';
import { games, type GameConsents } from '#shared/contract/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import { notes } from '#shared/contract/notes.ts';
import { notifications, type Notification } from '#shared/contract/notifications.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';

/** A LIKE by default. */
export const like = (
  from: Member,
  to: Pick<Member, 'profileId'>,
  change: { likeType?: 'LIKE'; blocked?: boolean } = { likeType: 'LIKE' },
) => from.call(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, ...change } });

/** Blocks, or ends a block. */
export const block = (from: Member, to: Pick<Member, 'profileId'>, blocked = true) => like(from, to, { blocked });

export const write = (
  from: Member,
  to: Pick<Member, 'profileId'>,
  bodyText = 'hello',
  profilePicIds: string[] = [],
): Promise<Message> =>
  from.call(messages.postMessage, {
    body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds },
  });

/** A message and its answer. */
export async function exchangeMessages(from: Member, to: Member): Promise<void> {
  await write(from, to, 'hello');
  await write(to, from, 'hello yourself');
}

export const notificationsOf = ({ call, profileId }: Member): Promise<Notification[]> =>
  call(notifications.getNotifications, { params: { profileId } });

export const notificationTexts = async (member: Member): Promise<string[]> =>
  (await notificationsOf(member)).map(({ bodyText }) => bodyText);

/** To the area; needs a position (`reportPosition`) first. */
export const broadcast = (from: Member, bodyText: string, profilePicIds: string[] = []): Promise<Message> =>
  from.call(messages.postMessage, { body: { senderProfileId: from.profileId, bodyText, profilePicIds } });

/** A private note with one tag. */
export const note = (author: Member, about: Member, bodyText: string) =>
  author.call(notes.putProfileNote, {
    body: { authorProfileId: author.profileId, aboutProfileId: about.profileId, bodyText, privateTags: ['noted'] },
  });

/** A hand-placed position; by default in the sector 33:-113, for an hour. */
export const reportPosition = (
  { call, profileId }: Pick<Member, 'call' | 'profileId'>,
  nowMs: number,
  { lat = 33.45, lon = -112.07, hide = false, forMs = hourMs } = {},
) => {
  const position = { use: 'OVERRIDE', overrideLat: lat, overrideLon: lon, hide, tsEffectiveUntil: nowMs + forMs } as const;
  return call(positions.putPosition, { params: { profileId }, body: { profileId, ...position } });
};

/** The signature of a PNG, which is all that the fake picture scaling checks. */
export const png = { bytes: Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'), name: 'a.png', type: 'image/png' };

/** Uploads a picture, by default a minimal one, and returns its id. */
export async function uploadPicture(from: Member, bytes: Buffer = png.bytes): Promise<string> {
  const picfile = { ...png, bytes };
  const { body } = await from.form('/api/profile-pic', { authorProfileId: from.profileId, picfilename: 'a.png', picfile });
  return String(Reflect.get(Object(body), 'id'));
}

/** Uploads a picture for the conversation with a member; the key is for `chatPicKeys`. */
export const uploadChatPicture = (from: Member, to: Member, key: string, bytes: Buffer = png.bytes) =>
  from.form(
    `/api/chat-pic?recipientProfileId=${to.profileId}`,
    { authorProfileId: from.profileId, picfilename: 'a.png', picfile: { ...png, bytes } },
    { 'idempotency-key': key },
  );

/** Sends a message with a picture that only the two can see, or the recipient only once; the key is the message's too. */
export async function sendChatPicture(
  from: Member,
  to: Member,
  key: string = randomUUID(),
  { viewOnce = false } = {},
): Promise<Message> {
  await uploadChatPicture(from, to, key);
  const body = { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText: '', chatPicKeys: [key], viewOnce };
  return from.call(messages.postMessage, { body: { ...body, profilePicIds: [] } }, { 'idempotency-key': key });
}

/** Sets the picture lists of a profile; a list that is not given becomes empty. */
export async function showPictures(
  owner: Member,
  { profilePicIds = [], profilePicIdsPrivate = [] }: { profilePicIds?: string[]; profilePicIdsPrivate?: string[] },
): Promise<void> {
  const words = { profilename: owner.name, height: '', weight: '', description: '', characteristics: [] };
  await owner.call(profiles.putProfile, { body: { id: owner.profileId, ...words, profilePicIds, profilePicIdsPrivate } });
}

/** Changes the member's consents to games. */
export const agree = (member: Member, change: Partial<GameConsents>) => member.call(games.putGameConsents, { body: change });

export const ratePicture = (from: Member, to: Member, profilePicId: string, likeType: 'LIKE' | 'DISLIKE' = 'LIKE') =>
  from.call(likes.putProfilePicLike, {
    body: { likerProfileId: from.profileId, profilePicId, profilePicProfileId: to.profileId, likeType },
  });
