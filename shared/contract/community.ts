// Calls for glitter, health reports, and the Welcome Committee.
import * as z from 'zod/mini';
import { healthRules } from '#shared/rules/community.ts';
import { endpoint } from './endpoint.ts';
import { id, lat, lon, timeMs } from './fields.ts';
import { broadcaster } from './messages.ts';
import { reducedBrief } from './profiles.ts';

/** Midnight in UTC: no exact time is stored. */
const day = timeMs;

const glitter = z.object({
  dayCaught: day,
  /** The day the member lost the glitter; null while they have it. */
  dayGone: z.nullable(day),
  /** The number of players to whom this member passed the glitter. */
  passedOn: z.number(),
});
export type Glitter = z.infer<typeof glitter>;

const ownCooties = z.object({
  isPlaying: z.boolean(),
  points: z.number(),
  /** Current glitter. */
  current: z.nullable(glitter),
  /** Earlier glitter of the last 30 days, newest first. */
  trail: z.array(glitter),
  /** Lower bound of the players reached indirectly: 0, 3, 5, 10 and so on. */
  wentOnTo: z.number(),
});
export type OwnCooties = z.infer<typeof ownCooties>;

export const cooties = {
  getCooties: endpoint({
    method: 'GET',
    path: '/api/games/cooties',
    who: 'USER',
    summary: "The caller's glitter: current, its trail by days, and its reach.",
    reply: ownCooties,
  }),
  putCooties: endpoint({
    method: 'PUT',
    path: '/api/games/cooties',
    who: 'USER',
    whileSuspended: ({ body }) => !body.isPlaying,
    summary: 'Join or leave the game; leaving removes glitter and trail.',
    body: z.strictObject({ isPlaying: z.boolean() }),
    reply: ownCooties,
  }),
};

const healthReporting = z.object({
  /** False if the member already sent a report today. */
  mayReport: z.boolean(),
  /** The members with whom the caller exchanged messages, latest first. */
  people: z.array(reducedBrief),
});
export type HealthReporting = z.infer<typeof healthReporting>;

export const health = {
  getHealthReporting: endpoint({
    method: 'GET',
    path: '/api/games/health',
    who: 'USER',
    summary: 'The possible recipients of a health report, and whether one can be sent today.',
    reply: healthReporting,
  }),
  postHealthReport: endpoint({
    method: 'POST',
    path: '/api/games/health',
    who: 'USER',
    summary:
      'Notify members anonymously, some hours later, that they may have been exposed. The reply is the same for members who cannot be notified.',
    body: z.strictObject({ profileIds: z.array(id).check(z.minLength(1), z.maxLength(healthRules.maxPeople)) }),
    needsProfile: () => true,
    reply: z.pick(healthReporting, { mayReport: true }),
  }),
};

const choices = {
  /** The member greets newcomers. */
  isGreeter: z.boolean(),
  /** The member wants to be greeted as a newcomer. */
  isGreeted: z.boolean(),
  /** The member shows the number of vouches on their profile. It is shown from three on. */
  showsVouches: z.boolean(),
};
const ownWelcome = z.object({
  ...choices,
  isNewcomer: z.boolean(),
  points: z.number(),
  /** The number of vouches; null if there are too few to be shown. */
  vouches: z.nullable(z.number()),
});
export type OwnWelcome = z.infer<typeof ownWelcome>;

/** A newcomer is listed with their published point, as in all lists of positions. */
const newcomer = z.extend(broadcaster, { lat, lon });
export type Newcomer = z.infer<typeof newcomer>;

const hello = z.object({
  profile: reducedBrief,
  day,
  isAnswered: z.boolean(),
  isVouchedFor: z.boolean(),
});
export type Hello = z.infer<typeof hello>;

export const welcome = {
  getWelcome: endpoint({
    method: 'GET',
    path: '/api/games/welcome',
    who: 'USER',
    summary: "The caller's choices: greeting newcomers, being greeted, showing vouches.",
    reply: ownWelcome,
  }),
  putWelcome: endpoint({
    method: 'PUT',
    path: '/api/games/welcome',
    who: 'USER',
    whileSuspended: ({ body }) => !Object.values(body).includes(true),
    summary: 'Change these choices; absent fields are unchanged.',
    body: z.strictObject(z.partial(z.object(choices)).shape),
    reply: ownWelcome,
  }),
  getNewcomers: endpoint({
    method: 'GET',
    path: '/api/games/welcome/newcomers',
    who: 'USER',
    rate: 'briefs',
    summary:
      'For greeters: up to 20 newcomers of the last 7 days within 100 km who want to be greeted and have no conversation with the caller, nearest first by their published points. 409 no-position without a position.',
    reply: z.array(newcomer),
  }),
  postHello: endpoint({
    method: 'POST',
    path: '/api/games/welcome/hellos',
    who: 'USER',
    summary: 'Commit to greeting a listed newcomer; the greeting itself is sent as a message. Repeating returns the same hello.',
    body: z.strictObject({ profileId: id }),
    needsProfile: () => true,
    reply: hello,
  }),
  getHellos: endpoint({
    method: 'GET',
    path: '/api/games/welcome/hellos',
    who: 'USER',
    summary: "The caller's hellos, newest first, at most 20.",
    reply: z.array(hello),
  }),
  putVouch: endpoint({
    method: 'PUT',
    path: '/api/games/welcome/vouch',
    who: 'USER',
    summary: "Vouch for a member who answered the caller's hello, or withdraw the vouch.",
    body: z.strictObject({ profileId: id, isVouchedFor: z.boolean() }),
    needsProfile: () => true,
    reply: hello,
  }),
  getVouches: endpoint({
    method: 'GET',
    path: '/api/games/welcome/vouches/{id}',
    who: 'USER',
    summary: 'The number of vouches for a member who shows it, if at least three, otherwise null.',
    params: z.object({ id }),
    reply: z.object({ count: z.nullable(z.number()) }),
  }),
};
