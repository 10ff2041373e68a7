// All error codes with status and message.
import * as z from 'zod/mini';

export const problems = {
  'bad-request': { statusCode: 400, message: 'The request is not of the expected form.' },
  'acknowledgements-missing': { statusCode: 400, message: 'Acceptance of all of the acknowledgements above are required.' },
  'bad-email': { statusCode: 400, message: 'Please give a whole e-mail address.' },
  'bad-mail-link': { statusCode: 400, message: 'This link is damaged or too old. Please use the one in your newest email.' },
  'weak-password': {
    statusCode: 400,
    message: 'That password is too easily guessed. Please choose another of 8 to 128 characters.',
  },
  'bad-passkey': { statusCode: 400, message: 'That passkey could not be added. Please try again.' },
  'too-many-passkeys': { statusCode: 400, message: 'You have too many passkeys. Remove one first.' },
  'name-missing': { statusCode: 400, message: 'Please provide your full name' },
  'public-name-missing': { statusCode: 400, message: 'A public name is required.' },
  'not-adult': { statusCode: 400, message: 'Members are at least 18 years old.' },
  'bad-birthdate': { statusCode: 400, message: 'Please give the birthdate as YYYY-MM-DD.' },
  'not-your-picture': { statusCode: 400, message: 'A profile can show only its own pictures.' },
  'cannot-like-yourself': { statusCode: 400, message: 'That is your own profile.' },
  'blank-message': { statusCode: 400, message: 'A message needs some text or a picture.' },
  'bad-push-endpoint': { statusCode: 400, message: 'That push service is not known.' },
  'too-many-devices': { statusCode: 400, message: 'Too many devices receive push. Remove one first.' },
  'bad-bounds': { statusCode: 400, message: 'At most 10 by 10 degrees can be asked for.' },
  'not-a-picture': { statusCode: 400, message: 'Error: only png, jpeg and webp pictures are accepted.' },
  'too-many-pixels': { statusCode: 400, message: 'Error: the picture has too many pixels (50 million at most).' },
  'damaged-picture': { statusCode: 400, message: 'Error: the picture is damaged and could not be read.' },
  'picture-too-slow': { statusCode: 400, message: 'Error: the picture took too long to read.' },
  'refused-picture': { statusCode: 400, message: 'Error: this picture was taken down before and can’t be shown again.' },
  'too-many-chat-pictures': {
    statusCode: 400,
    message: 'Error: you have sent this member as many pictures as a day allows. Please try again tomorrow.',
  },
  'no-chat-picture': { statusCode: 400, message: 'The picture is no longer there.' },
  'too-many-pictures': { statusCode: 400, message: 'Error: there is no room for more pictures.' },
  unauthenticated: { statusCode: 401, message: 'Please log in.' },
  'wrong-login': { statusCode: 401, message: 'Password and/or Email address is incorrect' },
  forbidden: { statusCode: 403, message: 'That is not yours to do.' },
  'foreign-origin': { statusCode: 403, message: 'This call has to come from the application itself.' },
  'not-a-page': { statusCode: 403, message: 'This address is not a page. Please open the app instead.' },
  'not-your-profile': { statusCode: 403, message: 'You can act for your own profile only.' },
  suspended: {
    statusCode: 403,
    message: 'You can read, but not write or be seen for now. Community Arbitration says until when.',
  },
  reauth: { statusCode: 403, message: 'Please log in again: this needs a login within the last 15 minutes.' },
  'not-confirmed': { statusCode: 403, message: 'That is not the password or passkey of your account.' },
  'not-found': { statusCode: 404, message: 'Not found.' },
  'needs-profile': { statusCode: 409, message: 'Add your public name and your birthdate to your profile first.' },
  'no-position': { statusCode: 409, message: 'Your location is not known yet.' },
  'email-taken': {
    statusCode: 409,
    message: 'Could not save your settings.  Perhaps your email address is already registred to another account.',
  },
  'other-browser': {
    statusCode: 409,
    message: 'This login link was opened in another browser than the one that asked for it. It takes a click to go on.',
  },
  'test-users-busy': { statusCode: 409, message: 'Test users are being made or removed right now.' },
  'too-many-test-users': { statusCode: 409, message: 'There are as many test users as there may be. Remove them first.' },
  'already-answered': { statusCode: 409, message: 'That message was answered already.' },
  'no-address': { statusCode: 409, message: 'There is no address to answer to.' },
  'changed-meanwhile': { statusCode: 412, message: 'This was changed on another device meanwhile.' },
  'picture-too-large': { statusCode: 413, message: 'Error: the picture is larger than 8,192,000 bytes.' },
  'too-large': { statusCode: 413, message: 'That is too large.' },
  'not-json': { statusCode: 415, message: 'This call takes application/json.' },
  'unknown-host': { statusCode: 421, message: 'This host name is not served here.' },
  locked: { statusCode: 423, message: 'The app is locked on this device. Please unlock it.' },
  'appealed-already': { statusCode: 409, message: 'You appealed already, or it can no longer be appealed.' },
  'too-many-requests': { statusCode: 429, message: 'That was a lot at once. Please wait a moment.' },
  'server-trouble': { statusCode: 500, message: 'Something went wrong on the server.' },
  'database-unavailable': { statusCode: 503, message: 'The database is not available right now.' },
  'disk-full': { statusCode: 503, message: 'There is no room left to store this right now.' },
  starting: { statusCode: 503, message: 'The server is starting. Please try again in a moment.' },
  overloaded: { statusCode: 503, message: 'There is a lot going on right now. Please try again.' },
} as const satisfies Record<string, { statusCode: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** The body of every error reply. */
export const problemReply = z.object({ statusCode: z.number(), error: z.string(), message: z.string(), code: z.string() });
export type ProblemReply = z.infer<typeof problemReply>;
