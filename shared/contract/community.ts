// What members do for and with each other in games: the glitter, the health report, and the welcome of newcomers.
import * as z from 'zod/mini';
import { healthRules } from '#shared/rules/community.ts';
import { endpoint } from './endpoint.ts';
import { id, lat, lon, timeMs } from './fields.ts';
import { broadcaster } from './messages.ts';
import { reducedBrief } from './profiles.ts';

/** Midnight by UTC: nothing finer is kept. */
const day = timeMs;

const glitter = z.object({
  dayCaught: day,
  /** Null while it is there. */
  dayGone: z.nullable(day),
  /** Players who have it from this member. */
  passedOn: z.number(),
});
export type Glitter = z.infer<typeof glitter>;

const ownCooties = z.object({
  isPlaying: z.boolean(),
  points: z.number(),
  /** What he has now. */
  current: z.nullable(glitter),
  /** What he had in the last 30 days, newest first. */
  trail: z.array(glitter),
  /** From those he passed it on to it went to at least so many others: 0, 3, 5, 10 and so on. */
  wentOnTo: z.number(),
});
export type OwnCooties = z.infer<typeof ownCooties>;

export const cooties = {
  getCooties: endpoint({
    method: 'GET',
    path: '/api/games/cooties',
    who: 'USER',
    summary: 'The own glitter: what there is of it, its trail by days, and how far it went.',
    reply: ownCooties,
  }),
  putCooties: endpoint({
    method: 'PUT',
    path: '/api/games/cooties',
    who: 'USER',
    summary: 'Play or not; whoever stops has no glitter and no trail any more.',
    body: z.strictObject({ isPlaying: z.boolean() }),
    reply: ownCooties,
  }),
};

const healthReporting = z.object({
  /** One report a day. */
  mayReport: z.boolean(),
  /** Members with whom messages went both ways, the last ones first. */
  people: z.array(reducedBrief),
});
export type HealthReporting = z.infer<typeof healthReporting>;

export const health = {
  getHealthReporting: endpoint({
    method: 'GET',
    path: '/api/games/health',
    who: 'USER',
    summary: 'Whom the member could tell in a health report, and whether he can today.',
    reply: healthReporting,
  }),
  postHealthReport: endpoint({
    method: 'POST',
    path: '/api/games/health',
    who: 'USER',
    summary:
      'Have members told, without a name and some hours later, that they may have been exposed. The answer is the same for whoever can not be told.',
    body: z.strictObject({ profileIds: z.array(id).check(z.minLength(1), z.maxLength(healthRules.peopleMost)) }),
    actsOnOthers: () => true,
    reply: z.pick(healthReporting, { mayReport: true }),
  }),
};

const choices = {
  /** Says hello to newcomers. */
  isGreeter: z.boolean(),
  /** Is shown to those as a newcomer, while he is one. */
  isGreeted: z.boolean(),
  /** His profile says by how many he is vouched for, from three on. */
  showsVouches: z.boolean(),
};
const ownWelcome = z.object({
  ...choices,
  isNewcomer: z.boolean(),
  points: z.number(),
  /** Those who vouch for him; null below the number that is shown. */
  vouches: z.nullable(z.number()),
});
export type OwnWelcome = z.infer<typeof ownWelcome>;

/** With the published point, as in every list of places. */
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
    summary: 'What the member takes part in: greeting, being greeted, having vouches shown.',
    reply: ownWelcome,
  }),
  putWelcome: endpoint({
    method: 'PUT',
    path: '/api/games/welcome',
    who: 'USER',
    summary: 'Take part or not; an absent field stays as it is.',
    body: z.strictObject(z.partial(z.object(choices)).shape),
    reply: ownWelcome,
  }),
  getNewcomers: endpoint({
    method: 'GET',
    path: '/api/games/welcome/newcomers',
    who: 'USER',
    rate: 'briefs',
    summary:
      'To a member who greets: up to 20 newcomers of the last 7 days who like to be greeted and with whom he has not written, nearest first by their published points. 409 no-position without a place.',
    reply: z.array(newcomer),
  }),
  postHello: endpoint({
    method: 'POST',
    path: '/api/games/welcome/hellos',
    who: 'USER',
    summary: 'Take it upon oneself to greet one of those newcomers; the hello itself is a message. Again is the same hello.',
    body: z.strictObject({ profileId: id }),
    actsOnOthers: () => true,
    reply: hello,
  }),
  getHellos: endpoint({
    method: 'GET',
    path: '/api/games/welcome/hellos',
    who: 'USER',
    summary: 'The own hellos, newest first, 20 at most.',
    reply: z.array(hello),
  }),
  putVouch: endpoint({
    method: 'PUT',
    path: '/api/games/welcome/vouch',
    who: 'USER',
    summary: 'Vouch for somebody who answered the own hello, or not any more.',
    body: z.strictObject({ profileId: id, isVouchedFor: z.boolean() }),
    actsOnOthers: () => true,
    reply: hello,
  }),
  getVouches: endpoint({
    method: 'GET',
    path: '/api/games/welcome/vouches/{id}',
    who: 'USER',
    summary: 'By how many a member is vouched for, where he lets it be shown and there are at least three; else null.',
    params: z.object({ id }),
    reply: z.object({ count: z.nullable(z.number()) }),
  }),
};
