// The numbers of the glitter game, of health reports and of the Welcome Committee, in days where nothing finer is kept.

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Midnight before a time, by UTC: all that is kept or told of when something happened here. */
export const dayOf = (ms: number): number => ms - (ms % dayMs);

/** "21 November": a midnight by UTC as the day that it begins, wherever it is read. */
export const dayWords = (day: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);

export const cootiesRules = {
  /** Two messages, one each way, that are no further apart pass the glitter on. */
  exchangeMs: dayMs,
  /** Players it was passed on to after which it is shaken off. */
  passesMost: 3,
  /** After so many days it falls off by itself. */
  lastsDays: 7,
  /** Whoever got rid of it catches none again for so many days. */
  restsDays: 2,
  /** One in so many players has some: as long as fewer have, it falls from the sky. */
  seededOneIn: 10,
  /** How long a member's own trail is kept. */
  trailDays: 30,
  pointsPerPass: 1,
} as const;

/** How far the own glitter went is told in these steps only: a single one would tell with whom somebody writes. */
const reachSteps = [0, 3, 5, 10, 20, 50, 100, 200, 500] as const;
export const shownReach = (players: number): number => reachSteps.findLast((step) => step <= players) ?? 0;

export const healthRules = {
  peopleMost: 20,
  /** Members that can be chosen from, those written with last first. */
  peopleListed: 200,
  /** Nobody is told again for so long, whoever reports. */
  tellAgainDays: 30,
  /** Somebody is told after a random time between these, so that it can't be tied to a chat. */
  delayLeastMs: 2 * hourMs,
  delayMostMs: 26 * hourMs,
} as const;

/** What everybody is told who is told. */
export const healthNoticeText =
  'Somebody you wrote with here learned of an infection, and you may have been exposed. Here is where to get tested.';

export const welcomeRules = {
  /** A member is new for so long. */
  newcomerMs: 7 * dayMs,
  newcomersListed: 20,
  nearMetres: 100_000,
  hellosListed: 20,
  /** Hellos that one newcomer gets, so that nobody is overrun. */
  greetersMost: 10,
  /** An answer after this time scores no more. */
  helloOpenMs: 14 * dayMs,
  points: 3,
  /** Fewer vouches are not shown, to nobody. */
  vouchesShownFrom: 3,
} as const;
