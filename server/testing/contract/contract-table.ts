// The access table: the expected status of each call for every kind of caller and id.
//
// A new call needs one row here for each of its id fields (and, for a new kind of id, a factory in contract-things.ts).
// The tests derive everything else from the contract: invalid input, methods, rate limits, effects of removed rules.
import { account } from '#shared/contract/account.ts';
import { contact } from '#shared/contract/contact.ts';
import { descriptions } from '#shared/contract/descriptions.ts';
import { grants } from '#shared/contract/grants.ts';
import { likes } from '#shared/contract/likes.ts';
import { map } from '#shared/contract/map.ts';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { notes } from '#shared/contract/notes.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { places } from '#shared/contract/places.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import { site } from '#shared/contract/site.ts';
import { communityRows } from './contract-community.ts';
import { gameRows } from './contract-games.ts';
import { adminRows } from './contract-table-admin.ts';
import { passkeyRows } from './contract-table-passkeys.ts';
import { pictureRows } from './contract-table-pictures.ts';
import { reportRows } from './contract-table-reports.ts';
import { actor, anybody, byId, nothing, ownOnly, unknownId, wrongForm, type RequestParts, type Row } from './contract-row.ts';
import { type AnyEndpoint } from '#shared/contract/endpoint.ts';

const withEmoji = (id: string): RequestParts => ({ params: { id }, body: { emoji: '👍' } });
const helloBefore = (id: string): RequestParts => ({ query: { text: 'hello', beforeMessageId: id } });
const profileOf = (id: string) => ({
  id,
  profilename: 'Somebody',
  profilePicIds: [],
  height: '',
  weight: '',
  description: '',
  characteristics: [],
});
const positionOf = (profileId: string) => ({
  profileId,
  use: 'OVERRIDE',
  overrideLat: 33.45,
  overrideLon: -112.07,
  hide: false,
  tsEffectiveUntil: 4e12,
});
const noteOf = (authorProfileId: string, aboutProfileId: string) => ({
  authorProfileId,
  aboutProfileId,
  bodyText: 'Met on the ferry',
  privateTags: ['ferry'],
});
const messageOf = (senderProfileId: string, recipientProfileId: string, profilePicIds: string[] = []) => ({
  senderProfileId,
  recipientProfileId,
  bodyText: 'hello',
  profilePicIds,
});

export const contractTable: readonly Row[] = [
  { call: site.getPing, who: 'all', ask: nothing, answers: 200 },
  { call: site.getLive, who: 'all', ask: nothing, answers: 200 },
  { call: site.getReady, who: 'all', ask: nothing, answers: 200 },
  { call: site.getVersion, who: 'all', ask: nothing, answers: 200 },
  { call: descriptions.getOpenapi, who: 'all', ask: nothing, answers: 200 },
  { call: descriptions.getAsyncapi, who: 'all', ask: nothing, answers: 200 },

  {
    call: session.postAuth,
    who: 'all',
    ask: () => ({ form: { username: 'nobody@example.org', password: 'wrong' } }),
    answers: 401,
  },
  { call: contact.postContact, who: 'all', ask: () => ({ body: { name: 'Somebody', message: 'Good morning' } }), answers: 200 },
  { call: session.postRegister, who: 'all', ask: () => ({ body: { email: 'bad', acknowledgements: [] } }), answers: 400 },
  {
    call: session.postMailLimit,
    who: 'all',
    ask: () => ({ body: { token: 'unknown', isLimited: true } }),
    answers: 400,
  },
  { call: session.deleteAuth, who: 'all', ask: nothing, answers: 204 },
  { call: session.putSession, ask: () => ({ body: { showNsfw: true } }), answers: 200 },
  { call: session.putLock, endsCaller: true, ask: () => ({ body: { proofHash: '0'.repeat(64) } }), answers: 200 },
  { call: session.deleteLock, ask: nothing, answers: 204 },
  { call: sessions.getSessions, ask: nothing, answers: 200 },
  { call: sessions.deleteSession, names: 'session', ask: byId, answers: { ...ownOnly(204), ...wrongForm } },
  { call: sessions.deleteSessions, endsCaller: true, ask: nothing, answers: 204 },
  { call: sessions.postFreshLink, ask: nothing, answers: 200 },

  ...passkeyRows,
  { call: account.postExport, ask: nothing, answers: 200 },
  { call: account.getDeletion, ask: nothing, answers: 200 },
  { call: account.deleteAccount, endsCaller: true, ask: nothing, answers: 204 },

  { call: settings.getSettings, ask: nothing, answers: 200 },
  { call: settings.putSettings, ask: () => ({ body: { name: 'Somebody' } }), answers: 200 },

  {
    call: profiles.getProfile,
    ask: byId,
    answers: { own: 200, other: 200, blocked: 404, blocking: 200, unknown: 404, ...wrongForm },
  },
  { call: profiles.putProfile, ask: (id) => ({ body: profileOf(id) }), answers: { ...actor(200), ...wrongForm } },

  ...pictureRows,

  { call: grants.getPicGrants, field: 'all', ask: nothing, answers: 200 },
  {
    call: grants.getPicGrants,
    ask: (id) => ({ query: { profileId: id } }),
    answers: { ...anybody, ...wrongForm },
  },
  {
    call: grants.putPicGrant,
    ask: (id) => ({ body: { profileId: id, lastsMs: null } }),
    answers: { own: 400, other: 200, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },
  // Revoking a grant that never existed succeeds and discloses nothing.
  {
    call: grants.deletePicGrants,
    ask: (id) => ({ query: { profileId: id } }),
    answers: { own: 204, other: 204, blocked: 204, blocking: 204, unknown: 204, ...wrongForm },
  },
  { call: grants.deletePicGrants, field: 'all', ask: nothing, answers: 204 },

  {
    call: positions.putPosition,
    field: 'params.profileId',
    ask: (id, caller) => ({ params: { profileId: id }, body: positionOf(caller.profileId) }),
    answers: { ...actor(204), ...wrongForm },
  },
  {
    call: positions.putPosition,
    field: 'body.profileId',
    ask: (id, caller) => ({ params: { profileId: caller.profileId }, body: positionOf(id) }),
    answers: { ...actor(204), ...wrongForm },
  },
  {
    call: positions.putPosition,
    field: 'both the same',
    ask: (id) => ({ params: { profileId: id }, body: positionOf(id) }),
    answers: { ...actor(204), ...wrongForm },
  },

  { call: nearby.getNearest, ask: () => ({ query: { lat: 33.45, lon: -112.07 } }), answers: 200 },
  { call: nearby.getNearestCount, ask: () => ({ query: { lat: 33.45, lon: -112.07 } }), answers: 200 },
  { call: nearby.getDetails, ask: (id) => ({ query: { profileIds: id } }), answers: { ...anybody, ...wrongForm } },
  { call: nearby.getOnline, ask: (id) => ({ query: { profileIds: id } }), answers: { ...anybody, ...wrongForm } },
  { call: nearby.getByBounds, ask: () => ({ query: { latMin: 33, lonMin: -113, latMax: 34, lonMax: -112 } }), answers: 200 },
  { call: nearby.getBySector, ask: () => ({ params: { sector: '33:-113' } }), answers: 200 },
  { call: nearby.getAggregates, ask: nothing, answers: 200 },

  {
    call: likes.getProfileLike,
    field: 'likedProfileId',
    ask: (id, caller) => ({ query: { likerProfileId: caller.profileId, likedProfileId: id } }),
    answers: { ...anybody, ...wrongForm },
  },
  {
    call: likes.getProfileLike,
    field: 'likerProfileId',
    ask: (id, caller) => ({ query: { likerProfileId: id, likedProfileId: caller.profileId } }),
    answers: { ...anybody, ...wrongForm },
  },
  {
    call: likes.getProfileLike,
    field: 'likerProfileId of two others',
    ask: (id) => ({ query: { likerProfileId: id, likedProfileId: unknownId } }),
    answers: { ...actor(200), ...wrongForm },
  },
  {
    call: likes.putProfileLike,
    field: 'likedProfileId',
    ask: (id, caller) => ({ body: { likerProfileId: caller.profileId, likedProfileId: id, likeType: 'LIKE' } }),
    answers: { own: 400, other: 200, blocked: 404, blocking: 200, unknown: 404, ...wrongForm },
  },
  {
    call: likes.putProfileLike,
    field: 'likerProfileId',
    ask: (id) => ({ body: { likerProfileId: id, likedProfileId: unknownId, likeType: 'LIKE' } }),
    answers: { ...actor(404), ...wrongForm },
  },
  { call: likes.getLikesByLiker, ask: byId, answers: { ...actor(200), ...wrongForm } },
  { call: likes.getLikesByLiked, ask: byId, answers: { ...actor(200), ...wrongForm } },
  { call: likes.getPicLikesByLiker, ask: byId, answers: { ...actor(200), ...wrongForm } },
  {
    call: likes.getPicLikesByLiker,
    field: 'profilePicProfileId',
    ask: (id, caller) => ({ params: { id: caller.profileId }, query: { profilePicProfileId: id } }),
    answers: { ...anybody, ...wrongForm },
  },
  { call: likes.getPicLikesByLiked, ask: byId, answers: { ...actor(200), ...wrongForm } },
  {
    call: likes.putProfilePicLike,
    field: 'likerProfileId',
    ask: (id) => ({ body: { likerProfileId: id, profilePicId: unknownId, profilePicProfileId: unknownId, likeType: 'LIKE' } }),
    answers: { ...actor(404), ...wrongForm },
  },
  {
    call: likes.putProfilePicLike,
    field: 'profilePicId',
    names: 'picture',
    ask: (id, caller) => ({
      body: { likerProfileId: caller.profileId, profilePicId: id, profilePicProfileId: unknownId, likeType: 'LIKE' },
    }),
    // The picture exists but belongs to another profile, which is an error only for callers who can see it.
    answers: { own: 400, other: 400, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },

  {
    call: notes.getProfileNote,
    field: 'aboutProfileId',
    ask: (id, caller) => ({ query: { authorProfileId: caller.profileId, aboutProfileId: id } }),
    answers: { ...anybody, ...wrongForm },
  },
  {
    call: notes.getProfileNote,
    field: 'authorProfileId',
    ask: (id) => ({ query: { authorProfileId: id, aboutProfileId: unknownId } }),
    answers: { ...actor(200), ...wrongForm },
  },
  {
    call: notes.putProfileNote,
    field: 'aboutProfileId',
    ask: (id, caller) => ({ body: noteOf(caller.profileId, id) }),
    answers: { own: 400, other: 200, blocked: 404, blocking: 200, unknown: 404, ...wrongForm },
  },
  {
    call: notes.putProfileNote,
    field: 'authorProfileId',
    ask: (id) => ({ body: noteOf(id, unknownId) }),
    answers: { ...actor(404), ...wrongForm },
  },
  {
    call: notes.getProfileNotes,
    field: 'authorProfileId',
    ask: (id) => ({ query: { authorProfileId: id } }),
    answers: { ...actor(200), ...wrongForm },
  },
  {
    call: notes.getProfileNotes,
    field: 'after',
    ask: (id, caller) => ({ query: { authorProfileId: caller.profileId, after: id } }),
    answers: { ...anybody, ...wrongForm },
  },

  { call: messages.getMostRecentWith, ask: byId, answers: { ...actor(200), ...wrongForm } },
  {
    call: messages.getBetween,
    field: 'with the caller',
    ask: (id, caller) => ({ params: { a: caller.profileId, b: id } }),
    answers: { ...anybody, ...wrongForm },
  },
  {
    call: messages.getBetween,
    field: 'of two others',
    ask: (id) => ({ params: { a: unknownId, b: id } }),
    answers: { ...actor(200), ...wrongForm },
  },
  {
    call: messages.getBetween,
    field: 'sinceMessageId',
    names: 'received message',
    ask: (id, caller) => ({ params: { a: caller.profileId, b: unknownId }, query: { sinceMessageId: id } }),
    // The caller's own message of another conversation is not accepted as a mark either.
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: messages.getBySector, ask: () => ({ params: { sector: '33:-113' } }), answers: 200 },
  {
    call: messages.getBySector,
    field: 'sinceMessageId',
    names: 'broadcast',
    ask: (id) => ({ params: { sector: '33:-113' }, query: { sinceMessageId: id } }),
    answers: { ...ownOnly(200), other: 200, ...wrongForm },
  },
  {
    call: messages.getBySector,
    field: 'beforeMessageId of a conversation',
    names: 'received message',
    ask: (id) => ({ params: { sector: '33:-113' }, query: { beforeMessageId: id } }),
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: messages.getSearch, names: 'received message', ask: helloBefore, answers: { ...ownOnly(200), ...wrongForm } },
  { call: messages.getOwnSector, ask: nothing, answers: 200 },
  {
    call: messages.postMessage,
    field: 'senderProfileId, to the area',
    ask: (id) => ({ body: { senderProfileId: id, bodyText: 'hello', profilePicIds: [] } }),
    // No member has a position.
    answers: { ...actor(409), ...wrongForm },
  },
  {
    call: messages.postMessage,
    field: 'recipientProfileId',
    ask: (id, caller) => ({ body: messageOf(caller.profileId, id) }),
    answers: { ...ownOnly(400), other: 200, ...wrongForm },
  },
  {
    call: messages.postMessage,
    field: 'senderProfileId',
    ask: (id) => ({ body: messageOf(id, unknownId) }),
    answers: { ...actor(404), ...wrongForm },
  },
  {
    call: messages.postMessage,
    field: 'replyToId',
    names: 'received message',
    ask: (id, caller) => ({ body: { ...messageOf(caller.profileId, unknownId), replyToId: id } }),
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: messages.getMessage, names: 'received message', ask: byId, answers: { ...ownOnly(200), ...wrongForm } },
  {
    call: messages.postMessageView,
    names: 'received picture to view once',
    ask: byId,
    answers: { ...ownOnly(200), ...wrongForm },
  },
  {
    call: messages.postMessageView,
    field: 'of a message without a picture to view once',
    names: 'received message',
    ask: byId,
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: messages.putMessageReaction, names: 'received message', ask: withEmoji, answers: { ...ownOnly(200), ...wrongForm } },
  { call: messages.putMessageRead, names: 'received message', ask: byId, answers: { ...ownOnly(200), ...wrongForm } },
  { call: messages.deleteMessage, names: 'received message', ask: byId, answers: { ...ownOnly(204), ...wrongForm } },
  {
    call: messages.deleteMessage,
    field: 'forBoth',
    names: 'received message',
    ask: (id) => ({ params: { id }, query: { forBoth: true } }),
    // Only the sender can unsend a message.
    answers: { ...ownOnly(404), ...wrongForm },
  },
  {
    call: messages.deleteMessage,
    field: 'of the area',
    names: 'broadcast',
    ask: byId,
    answers: { ...ownOnly(204), other: 204, ...wrongForm },
  },
  {
    call: messages.deleteMessage,
    field: 'of the area, for everybody',
    names: 'broadcast',
    ask: (id) => ({ params: { id }, query: { forBoth: true } }),
    answers: { ...ownOnly(204), ...wrongForm },
  },

  {
    call: notifications.getNotifications,
    ask: (id) => ({ params: { profileId: id } }),
    answers: { ...actor(200), ...wrongForm },
  },
  {
    call: notifications.deleteNotifications,
    ask: (id) => ({ params: { profileId: id }, query: { tsCreated: 0 } }),
    answers: { ...actor(204), ...wrongForm },
  },
  { call: notifications.deleteNotification, names: 'notification', ask: byId, answers: { ...ownOnly(204), ...wrongForm } },

  { call: mutes.getMutes, ask: nothing, answers: 200 },
  {
    call: mutes.putMute,
    ask: (id) => ({ body: { profileId: id, lastsMs: null } }),
    answers: { own: 400, other: 200, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },

  ...gameRows,

  { call: places.getPlaces, ask: () => ({ query: { q: 'Berlin' } }), answers: 200 },
  { call: map.getSource, ask: nothing, answers: 200 },
  { call: map.getTile, ask: () => ({ params: { version: 'fake', z: 0, x: 0, y: 0 } }), answers: 200 },
  { call: map.getArea, ask: () => ({ query: { theme: 'light', width: 358, height: 128 } }), answers: 204 },
  ...communityRows,
  ...reportRows,
  ...adminRows,
];

/** A row of the call; undefined for one without rows. */
export const rowOf = (endpoint: AnyEndpoint): Row | undefined => contractTable.find(({ call }) => call === endpoint);
