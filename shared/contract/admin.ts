// What administrators see and do: counts and health of the community, test users, and answers to the contact form.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { flagText, id, longText, timeMs, wholeText } from './fields.ts';

const roleCount = z.object({ role: z.enum(['USER', 'ADMIN']), count: z.number() });
export type RoleCount = z.infer<typeof roleCount>;

/** How the server was at one moment; null is what could not be found out. */
const healthSample = z.object({
  atMs: timeMs,
  /** How long the database took for a look, and for a write that changes nothing. */
  readMs: z.nullable(z.number()),
  writeMs: z.nullable(z.number()),
  writesWaiting: z.number(),
  sockets: z.number(),
  membersOnline: z.number(),
  pushesWaiting: z.nullable(z.number()),
  mailsWaiting: z.nullable(z.number()),
  diskFreeBytes: z.nullable(z.number()),
  /** The longest that anything had to wait for its turn since the sample before. */
  loopDelayMs: z.number(),
  memoryBytes: z.number(),
});
export type HealthSample = z.infer<typeof healthSample>;

const health = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  startedMs: timeMs,
  /** Below this uploads are refused. */
  diskFreeBytesLeast: z.number(),
  /** Of the last hours, oldest first; the last one is of now. */
  samples: z.array(healthSample),
});
export type Health = z.infer<typeof health>;

/** Accounts that were made on a day, in universal time: YYYY-MM-DD. */
const newMembers = z.object({ day: z.string(), count: z.number() });
export type NewMembers = z.infer<typeof newMembers>;

const testUsers = z.object({
  count: z.number(),
  /** How many there may be. */
  most: z.number(),
  /** Whether this server makes any. */
  mayCreate: z.boolean(),
  /** What is being done right now. */
  job: z.nullable(z.object({ kind: z.enum(['creating', 'removing']), done: z.number(), total: z.number() })),
  /** Whether the last making or removing ended before its end. */
  hasFailed: z.boolean(),
});
export type TestUsers = z.infer<typeof testUsers>;

/** A message of the contact form. Whose it is does not show: an answer finds its way without. */
const contactMessageListed = z.object({
  id,
  /** Name of the brand at which it was written. */
  site: z.string(),
  name: z.string(),
  message: z.string(),
  tsCreated: timeMs,
  /** A visitor's has no address, and so has one whose account is gone. */
  canBeAnswered: z.boolean(),
  answer: z.nullable(z.string()),
  tsAnswered: z.nullable(timeMs),
});
export type ContactMessageListed = z.infer<typeof contactMessageListed>;

/** The tsCreated of the last one that is shown. */
const before = z.optional(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]), z.transform(Number)));

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
    summary: 'How database, sockets, queues, disk and event loop are, and were over the last hours.',
    reply: health,
  }),
  getNewMembers: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/newMembers',
    who: 'ADMIN',
    summary: 'New accounts by day of the last 30 days, oldest first; without test users.',
    reply: z.array(newMembers),
  }),
  getContactMessages: endpoint({
    method: 'GET',
    path: '/api/admin/contactMessages',
    who: 'ADMIN',
    summary: 'What came through the contact form, newest first, 20 at a time.',
    query: z.object({ before, unanswered: flagText }),
    reply: z.array(contactMessageListed),
  }),
  putContactAnswer: endpoint({
    method: 'PUT',
    path: '/api/admin/contactMessages/{id}/answer',
    who: 'ADMIN',
    summary: 'Answers a message of the contact form by mail, once.',
    params: z.object({ id }),
    body: z.strictObject({ answer: longText() }),
    reply: contactMessageListed,
  }),
  getTestUsers: endpoint({
    method: 'GET',
    path: '/api/admin/testUsers',
    who: 'ADMIN',
    summary: 'How many test users there are, and what is being done about them.',
    reply: testUsers,
  }),
  postTestUsers: endpoint({
    method: 'POST',
    path: '/api/admin/testUsersCreate/{count}',
    who: 'ADMIN',
    summary: 'Begins to make test users. 404 in production unless ENABLE_TEST_USERS is 1, 409 while others are made or removed.',
    params: z.object({ count: wholeText(1, limits.testUsersAtOnceMost) }),
    reply: testUsers,
  }),
  deleteTestUsers: endpoint({
    method: 'DELETE',
    path: '/api/admin/testUsers',
    who: 'ADMIN',
    summary: 'Removes all test users and everything of theirs; answered when they are gone.',
  }),
};
