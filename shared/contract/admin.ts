// Calls for administrators: counts and health of the server, test users, and replies to the contact form.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, longText, timeMs, timeText, wholeText } from './fields.ts';

const roleCount = z.object({ role: z.enum(['USER', 'ADMIN']), count: z.number() });
export type RoleCount = z.infer<typeof roleCount>;

/** A sample of the server's health; null where a value could not be measured. */
const healthSample = z.object({
  atMs: timeMs,
  /** Duration of a database read, and of a write without changes. */
  readMs: z.nullable(z.number()),
  writeMs: z.nullable(z.number()),
  writesWaiting: z.number(),
  /** The open sockets and the members who have them. With several processes, only those of the process that answers. */
  sockets: z.number(),
  membersOnline: z.number(),
  pushesWaiting: z.nullable(z.number()),
  mailsWaiting: z.nullable(z.number()),
  diskFreeBytes: z.nullable(z.number()),
  /** The longest delay of the event loop since the previous sample. */
  loopDelayMs: z.number(),
  memoryBytes: z.number(),
});
export type HealthSample = z.infer<typeof healthSample>;

const health = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  startedMs: timeMs,
  /** With less free space, uploads are refused. */
  diskFreeBytesLeast: z.number(),
  /** Samples of the last hours, oldest first; the last one is current. */
  samples: z.array(healthSample),
});
export type Health = z.infer<typeof health>;

/** Accounts created on a day in UTC: YYYY-MM-DD. */
const newMembers = z.object({ day: z.string(), count: z.number() });
export type NewMembers = z.infer<typeof newMembers>;

const testUsers = z.object({
  count: z.number(),
  /** The maximum number of test users. */
  most: z.number(),
  /** Whether this server allows test users. */
  mayCreate: z.boolean(),
  /** The running job, if any. */
  job: z.nullable(z.object({ kind: z.enum(['creating', 'removing']), done: z.number(), total: z.number() })),
  /** True if the last job failed. */
  hasFailed: z.boolean(),
});
export type TestUsers = z.infer<typeof testUsers>;

/** A contact form message without its sender: a reply needs only its id. */
const contactMessageListed = z.object({
  id,
  /** The brand name of the site. */
  site: z.string(),
  name: z.string(),
  message: z.string(),
  tsCreated: timeMs,
  /** False for messages of visitors and of deleted accounts, which have no email address. */
  canBeAnswered: z.boolean(),
  answer: z.nullable(z.string()),
  tsAnswered: z.nullable(timeMs),
});
export type ContactMessageListed = z.infer<typeof contactMessageListed>;

/** `tsCreated` of the last message of the previous page. */
const before = z.optional(timeText);

export const admin = {
  getUserRoleCounts: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/userRoleCounts',
    who: 'ADMIN',
    summary: 'How many accounts hold each role. Polled every 5 s.',
    query: z.object({ includeTestData: flagText }),
    reply: z.array(roleCount),
  }),
  getHealth: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/health',
    who: 'ADMIN',
    summary:
      'The health of database, queues and disk, and of sockets and event loop of this process, now and over the last hours.',
    reply: health,
  }),
  getNewMembers: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/newMembers',
    who: 'ADMIN',
    summary: 'New accounts per day over the last 30 days, oldest first; without test users.',
    reply: z.array(newMembers),
  }),
  getContactMessages: endpoint({
    method: 'GET',
    path: '/api/admin/contactMessages',
    who: 'ADMIN',
    summary: 'Contact form messages, newest first, 20 at a time.',
    query: z.object({ before, unanswered: flagText }),
    reply: z.array(contactMessageListed),
  }),
  putContactAnswer: endpoint({
    method: 'PUT',
    path: '/api/admin/contactMessages/{id}/answer',
    who: 'ADMIN',
    summary: 'Replies to a contact form message by email, once.',
    params: z.object({ id }),
    body: z.strictObject({ answer: longText() }),
    reply: contactMessageListed,
  }),
  getTestUsers: endpoint({
    method: 'GET',
    path: '/api/admin/testUsers',
    who: 'ADMIN',
    summary: 'The number of test users and the running job.',
    reply: testUsers,
  }),
  postTestUsers: endpoint({
    method: 'POST',
    path: '/api/admin/testUsersCreate/{count}',
    who: 'ADMIN',
    summary: 'Starts creating test users. 404 in production unless ENABLE_TEST_USERS is 1, 409 while a job is running.',
    params: z.object({ count: wholeText(1, limits.maxTestUsersAtOnce) }),
    reply: testUsers,
  }),
  deleteTestUsers: endpoint({
    method: 'DELETE',
    path: '/api/admin/testUsers',
    who: 'ADMIN',
    summary: 'Removes all test users and their data; replies when done.',
  }),
};
