// The problems that the server can reply with, each with its status and its message for members.
import * as z from 'zod/mini';

export const problems = {
  'bad-request': { statusCode: 400, message: 'This could not be read. Please reload the app.' },
  'acknowledgements-missing': { statusCode: 400, message: 'Acceptance of all of the acknowledgements above are required.' },
  'bad-email': { statusCode: 400, message: 'Please enter a complete email address.' },
  'bad-mail-link': { statusCode: 400, message: 'This link is damaged or too old. Please use the one in your newest email.' },
  'weak-password': {
    statusCode: 400,
    message: 'That password is too easy to guess. Please choose another one of 8 to 128 characters.',
  },
  'bad-passkey': { statusCode: 400, message: 'That passkey could not be added. Please try again.' },
  'too-many-passkeys': { statusCode: 400, message: 'You have too many passkeys. Please remove one first.' },
  'name-missing': { statusCode: 400, message: 'Please provide your full name' },
  'public-name-missing': { statusCode: 400, message: 'Please enter a public name.' },
  'not-adult': { statusCode: 400, message: 'You must be at least 18 years old.' },
  'bad-birthdate': { statusCode: 400, message: 'Please enter the birthdate as YYYY-MM-DD.' },
  'not-your-picture': { statusCode: 400, message: 'You can only use your own pictures.' },
  'cannot-like-yourself': { statusCode: 400, message: 'This is your own profile.' },
  'blank-message': { statusCode: 400, message: 'Please write something or add a picture.' },
  'bad-push-endpoint': { statusCode: 400, message: 'This push service is not supported.' },
  'too-many-devices': { statusCode: 400, message: 'You use push on too many devices. Please remove one first.' },
  'bad-bounds': { statusCode: 400, message: 'This area is too large. It may have at most 10 by 10 degrees.' },
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
  'too-many-pictures': { statusCode: 400, message: 'Error: you have too many pictures. Please remove one first.' },
  unauthenticated: { statusCode: 401, message: 'Please log in.' },
  'wrong-login': { statusCode: 401, message: 'Password and/or Email address is incorrect' },
  forbidden: { statusCode: 403, message: 'You are not allowed to do that.' },
  'foreign-origin': { statusCode: 403, message: 'This request must come from the app itself.' },
  'not-a-page': { statusCode: 403, message: 'This address is not a page. Please open the app instead.' },
  'not-your-profile': { statusCode: 403, message: 'You can do that only with your own profile.' },
  suspended: {
    statusCode: 403,
    message:
      'You are suspended: you can read, but you cannot write, and others cannot see you. Community Arbitration shows until when.',
  },
  reauth: { statusCode: 403, message: 'Please log in again. This requires a login within the last 15 minutes.' },
  'not-confirmed': { statusCode: 403, message: 'That is not the password or passkey of your account.' },
  'not-found': { statusCode: 404, message: 'Not found.' },
  'picture-gone': { statusCode: 404, message: 'The picture is no longer there.' },
  'needs-profile': { statusCode: 409, message: 'Add your public name and your birthdate to your profile first.' },
  'no-position': { statusCode: 409, message: 'Your location is not known yet.' },
  'email-taken': {
    statusCode: 409,
    message: 'Could not save your settings.  Perhaps your email address is already registred to another account.',
  },
  'other-browser': {
    statusCode: 409,
    message: 'You requested this login link in another browser. Please click to log in here.',
  },
  'test-users-busy': { statusCode: 409, message: 'Test users are being created or removed. Please wait until that is done.' },
  'too-many-test-users': {
    statusCode: 409,
    message: 'There are already as many test users as allowed. Please remove them first.',
  },
  'already-answered': { statusCode: 409, message: 'This message has already been answered.' },
  'no-address': { statusCode: 409, message: 'There is no email address to reply to.' },
  'viewed-once': { statusCode: 410, message: 'This photo could be viewed once, and is no longer there.' },
  'changed-meanwhile': { statusCode: 412, message: 'This was changed on another device in the meantime.' },
  'picture-too-large': { statusCode: 413, message: 'Error: the picture is larger than 8,192,000 bytes.' },
  'too-large': { statusCode: 413, message: 'This is too large.' },
  'not-json': { statusCode: 415, message: 'This request must be application/json.' },
  'unknown-host': { statusCode: 421, message: 'This host name is not served here.' },
  locked: { statusCode: 423, message: 'The app is locked on this device. Please unlock it.' },
  'appealed-already': { statusCode: 409, message: 'You have already appealed, or the time to appeal is over.' },
  'too-many-requests': { statusCode: 429, message: 'That was too much at once. Please wait a moment.' },
  'server-trouble': { statusCode: 500, message: 'Something went wrong here. Please try again.' },
  'database-unavailable': { statusCode: 503, message: 'This is not available at the moment. Please try again.' },
  'pictures-unavailable': { statusCode: 503, message: 'This is not available at the moment. Please try again.' },
  'disk-full': { statusCode: 503, message: 'We have no space left at the moment. Please try again later.' },
  starting: { statusCode: 503, message: 'We are just starting up. Please try again in a moment.' },
  overloaded: { statusCode: 503, message: 'It is very busy here. Please try again in a moment.' },
} as const satisfies Record<string, { statusCode: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** Messages that tell members more than the message of the problem's code. */
export const specialProblems = {
  sameOpener: {
    code: 'too-many-requests',
    message: 'You sent the same first message to several people. Write something personal, or wait a while.',
  },
  manyReports: {
    code: 'too-many-requests',
    message: 'You made many reports today. Please wait until tomorrow; you can still block.',
  },
  unfoundedReports: {
    code: 'too-many-requests',
    message: 'Most of your reports were unfounded: for now you can make one report a day. You can still block.',
  },
  secondHealthReport: {
    code: 'too-many-requests',
    message: 'You have sent a report today. You can send the next one tomorrow.',
  },
  passwordByLink: { code: 'reauth', message: 'Please log in again through a mailed link to change your password.' },
  broadcastWithoutPosition: {
    code: 'no-position',
    message: 'Set your location on the map first: your message is sent to members around you.',
  },
  broadcastPrivatePicture: {
    code: 'not-your-picture',
    message: 'You can only send pictures to the area that your profile shows to everyone.',
  },
} as const satisfies Record<string, { code: ProblemCode; message: string }>;

export type SpecialProblem = keyof typeof specialProblems;

/** The body of every error reply of a call. Some have further fields. */
export const problemReply = z.object({ statusCode: z.number(), error: z.string(), message: z.string(), code: z.string() });
export type ProblemReply = z.infer<typeof problemReply>;
