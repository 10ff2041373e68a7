// Details of single calls that the contract does not have: headers, parts of forms, further replies, and their own problems.
import { account } from '#shared/contract/account.ts';
import { admin } from '#shared/contract/admin.ts';
import { welcome } from '#shared/contract/community.ts';
import { contact } from '#shared/contract/contact.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { games } from '#shared/contract/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { map } from '#shared/contract/map.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { noteChangedMeanwhile, notes } from '#shared/contract/notes.ts';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { positions } from '#shared/contract/positions.ts';
import type { ProblemCode } from '#shared/contract/problems.ts';
import { changedMeanwhile, profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { settings } from '#shared/contract/settings.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { id } from '#shared/contract/fields.ts';
import { jsonSchema, type Json } from './json-schemas.ts';

export interface CallDetails {
  /** Headers of the request, each optional. */
  readonly takes?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  /** Headers of the successful reply. */
  readonly gives?: readonly ('ETag' | 'Set-Cookie')[];
  readonly form?: { readonly required: readonly string[]; readonly properties: Json; readonly encoding?: Json };
  /** The media types of a reply that is not JSON. By default, the one of the contract. */
  readonly bytes?: readonly string[];
  readonly isSometimesEmpty?: true;
  /** The reply to a write based on an old version. */
  readonly changed?: Schema;
  readonly problems?: readonly ProblemCode[];
}

const file = { type: 'string', format: 'binary', description: 'At most 8,192,000 bytes.' };
const pictureForm = {
  required: ['authorProfileId', 'picfile'],
  properties: {
    authorProfileId: jsonSchema(id, 'input'),
    picfile: file,
    picfilename: { type: 'string', maxLength: 4_096, description: 'Ignored.' },
  },
  encoding: { picfile: { contentType: 'image/png, image/jpeg, image/webp' } },
};
const pictureProblems = [
  'not-your-profile',
  'not-a-picture',
  'too-many-pixels',
  'damaged-picture',
  'picture-too-slow',
  'refused-picture',
  'picture-too-large',
  'pictures-unavailable',
] as const;
const formText = { type: 'string', maxLength: 4_096 };
const flag = { type: 'string', enum: ['true', 'false'], default: 'false' };
const shownPicture = {
  takes: ['If-None-Match'],
  gives: ['ETag'],
  bytes: ['image/webp', 'image/avif'],
  problems: ['pictures-unavailable'],
} as const;

const details: readonly (readonly [AnyEndpoint, CallDetails])[] = [
  [
    session.postAuth,
    {
      gives: ['Set-Cookie'],
      form: {
        required: ['username', 'password'],
        properties: { username: formText, password: formText, remember: flag, confirmed: flag },
      },
      problems: ['wrong-login', 'other-browser', 'email-taken'],
    },
  ],
  [session.deleteAuth, { gives: ['Set-Cookie'] }],
  [session.postRegister, { gives: ['Set-Cookie'], problems: ['acknowledgements-missing', 'bad-email'] }],
  [session.postMailLimit, { problems: ['bad-mail-link'] }],
  [sessions.deleteSession, { gives: ['Set-Cookie'] }],
  [sessions.deleteSessions, { gives: ['Set-Cookie'] }],
  [passkeyLogins.postAuthPasskey, { gives: ['Set-Cookie'], problems: ['wrong-login'] }],
  [passkeyLogins.postAuthAgain, { problems: ['not-confirmed'] }],
  [passkeys.postOptions, { problems: ['too-many-passkeys'] }],
  [passkeys.postPasskey, { problems: ['bad-passkey', 'too-many-passkeys'] }],
  [
    settings.putSettings,
    { problems: ['weak-password', 'bad-email', 'bad-push-endpoint', 'too-many-devices', 'reauth', 'email-taken'] },
  ],
  [profiles.getProfile, { takes: ['If-None-Match'], gives: ['ETag'] }],
  [
    profiles.putProfile,
    {
      takes: ['If-Match'],
      gives: ['ETag'],
      changed: changedMeanwhile,
      problems: ['public-name-missing', 'bad-birthdate', 'not-adult', 'not-your-picture'],
    },
  ],
  [pictures.postPicture, { takes: ['Idempotency-Key'], form: pictureForm, problems: [...pictureProblems, 'too-many-pictures'] }],
  [
    pictures.postChatPicture,
    { takes: ['Idempotency-Key'], form: pictureForm, problems: [...pictureProblems, 'too-many-chat-pictures'] },
  ],
  [pictures.getPicture, shownPicture],
  [pictures.getPrivatePicture, shownPicture],
  [pictures.getDisplayedPicture, shownPicture],
  [positions.putPosition, { problems: ['not-your-profile'] }],
  [nearby.getNearest, { problems: ['no-position'] }],
  [nearby.getNearestCount, { problems: ['no-position'] }],
  [nearby.getByBounds, { problems: ['bad-bounds'] }],
  [
    map.getTile,
    {
      bytes: ['application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp', 'image/avif'],
      isSometimesEmpty: true,
    },
  ],
  [map.getArea, { isSometimesEmpty: true }],
  [likes.putProfileLike, { problems: ['cannot-like-yourself'] }],
  [likes.putProfilePicLike, { problems: ['cannot-like-yourself'] }],
  [notes.getProfileNote, { gives: ['ETag'] }],
  [notes.putProfileNote, { takes: ['If-Match'], gives: ['ETag'], changed: noteChangedMeanwhile }],
  [
    messages.postMessage,
    {
      takes: ['Idempotency-Key'],
      problems: ['blank-message', 'no-chat-picture', 'not-your-picture', 'picture-gone', 'no-position'],
    },
  ],
  [messages.postMessageView, { takes: ['Idempotency-Key'], problems: ['viewed-once', 'pictures-unavailable'] }],
  [games.putCropProposal, { problems: ['pictures-unavailable'] }],
  [contact.postContact, { problems: ['name-missing'] }],
  [reports.postReport, { problems: ['pictures-unavailable'] }],
  [reports.postAppeal, { problems: ['appealed-already'] }],
  [account.deleteAccount, { gives: ['Set-Cookie'] }],
  [welcome.putWelcome, { problems: ['no-position'] }],
  [admin.putContactAnswer, { problems: ['already-answered', 'no-address'] }],
  [admin.postTestUsers, { problems: ['test-users-busy', 'too-many-test-users'] }],
  [admin.deleteTestUsers, { problems: ['test-users-busy'] }],
];

const byEndpoint: ReadonlyMap<AnyEndpoint, CallDetails> = new Map(details);

export const detailsOf = (endpoint: AnyEndpoint): CallDetails => byEndpoint.get(endpoint) ?? {};
