// Limits of the glitter game, of health reports and of the Welcome Committee; times are days where nothing finer is stored.

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The midnight in UTC before a time: nothing finer is stored or shown here. */
export const dayOf = (ms: number): number => ms - (ms % dayMs);

/** "21 November": the day in UTC that begins at this midnight, regardless of the reader's time zone. */
export const dayWords = (day: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);

export const cootiesRules = {
  /** The longest time between two messages, one in each direction, that pass glitter on. */
  exchangeMs: dayMs,
  /** A player loses the glitter after passing it to so many others. */
  maxPasses: 3,
  /** A player loses it after so many days. */
  lastsDays: 7,
  /** A player who lost it can't get it again for so many days. */
  restsDays: 2,
  /** While fewer than one in so many players have it, it is given to random players. */
  seededOneIn: 10,
  /** A member's own trail is stored for so long. */
  trailDays: 30,
  pointsPerPass: 1,
} as const;

/** The reach of the own glitter is shown in these steps only: exact numbers would disclose who writes to whom. */
const reachSteps = [0, 3, 5, 10, 20, 50, 100, 200, 500] as const;
export const shownReach = (players: number): number => reachSteps.findLast((step) => step <= players) ?? 0;

export const healthRules = {
  maxPeople: 20,
  /** Members to choose from, those with the latest messages first. */
  peopleListed: 200,
  /** A member gets no second notice for so long, also if another member reports. */
  tellAgainDays: 30,
  /** A notice is sent after a random delay between these, so that it can't be linked to a conversation. */
  minDelayMs: 2 * hourMs,
  maxDelayMs: 26 * hourMs,
} as const;

/** The text of every notice. */
export const healthNoticeText =
  'Somebody you wrote with here learned of an infection, and you may have been exposed. Here is where to get tested.';

export const welcomeRules = {
  /** A member is new for so long. */
  newcomerMs: 7 * dayMs,
  newcomersListed: 20,
  nearMetres: 100_000,
  hellosListed: 20,
  /** The maximum number of hellos to one newcomer. */
  maxGreeters: 10,
  /** A reply after this time scores no points. */
  helloOpenMs: 14 * dayMs,
  points: 3,
  /** A smaller number of vouches is not shown to any member. */
  vouchesShownFrom: 3,
} as const;
