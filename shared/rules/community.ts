// Limits of the glitter game (Cooties), of health reports and of the Welcome Committee, and the text of a health notice.
import { dayMs, hourMs } from './durations.ts';

/** The start of the UTC day that contains a time. Members see only this day where the exact time could tell who did something. */
export const dayOf = (ms: number): number => ms - (ms % dayMs);

export const cootiesRules = {
  /** Two messages in opposite directions within this time pass glitter on. */
  exchangeMs: dayMs,
  /** A player loses the glitter after passing it to this many others. */
  maxPasses: 3,
  /** A player loses it after this many days. */
  lastsDays: 7,
  /** A player who lost it cannot receive it again for this many days. */
  immunityDays: 2,
  /** While fewer than one in this many players have it, random players receive it. */
  seededOneIn: 10,
  /** How long it is stored when a member had glitter, and to how many they passed it. */
  trailDays: 30,
  pointsPerPass: 1,
} as const;

/** The reach is shown only in these steps, because exact numbers would disclose who writes to whom. */
const reachSteps = [0, 3, 5, 10, 20, 50, 100, 200, 500] as const;
export const displayedReach = (players: number): number =>
  reachSteps.reduce<number>((reach, step) => (step <= players ? step : reach), 0);

export const healthRules = {
  maxPeople: 20,
  /** A reporter can choose from at most this many members: those with the latest messages. */
  peopleListed: 200,
  /** A member receives at most one notice in this time, even if several members report. */
  noticeIntervalDays: 30,
  /** A random delay of at least this much, so that the notified member cannot link the notice to a conversation. */
  minDelayMs: 2 * hourMs,
  maxDelayMs: 26 * hourMs,
} as const;

export const healthNoticeText =
  'Somebody you wrote with here learned of an infection, and you may have been exposed. Here is where to get tested.';

export const welcomeRules = {
  /** A member counts as a newcomer for this long. */
  newcomerMs: 7 * dayMs,
  newcomersListed: 20,
  nearMetres: 100_000,
  hellosListed: 20,
  /** The maximum number of hellos to one newcomer. */
  maxGreeters: 10,
  /** A reply after this time scores no points. */
  helloOpenMs: 14 * dayMs,
  points: 3,
  /** Fewer vouches than this are not shown. */
  vouchesShownFrom: 3,
} as const;
