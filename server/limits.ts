// The server's limits. Tests and benches replace single ones.
import { availableParallelism } from 'node:os';
import { limits } from '#shared/rules/limits.ts';
import { dayMs, hourMs, minuteMs } from '#shared/rules/durations.ts';

/** A rate limit. The first `max` are allowed at once, and then `max` in each `perMs`, evenly spread. */
export interface Allowance {
  readonly max: number;
  readonly perMs: number;
}

export const serverLimits = {
  ...limits,
  rates: {
    calls: { max: 600, perMs: 5 * minuteMs },
    briefs: { max: 3_000, perMs: 5 * minuteMs },
    pictures: { max: 6_000, perMs: 5 * minuteMs },
    places: { max: 120, perMs: 5 * minuteMs },
    uploads: { max: 30, perMs: 30 * minuteMs },
    messages: { max: 20, perMs: 20_000 },
    contact: { max: 5, perMs: hourMs },
    login: { max: 25, perMs: 5 * minuteMs },
    register: { max: 5, perMs: 30 * minuteMs },
    /** All calls by IP address, checked before the session. */
    address: { max: 12_000, perMs: 5 * minuteMs },
    broadcasts: { max: 5, perMs: minuteMs },
    messagesPerDay: { max: 1_000, perMs: dayMs },
    newConversationsPerDay: { max: 30, perMs: dayMs },
    loginFailures: { max: 10, perMs: 15 * minuteMs },
    positions: { max: 10, perMs: 50_000 },
    /** Far jumps of a position. Positions of members who had none have the same limit, and are counted apart from them. */
    farJumps: { max: 10, perMs: dayMs },
    profilesOpened: { max: 2_000, perMs: dayMs },
    sectorsAsked: { max: 2_000, perMs: dayMs },
    /** How many login links a known browser gets at once. Further ones are mailed as for any other browser. */
    linksToKnownBrowser: { max: 5, perMs: 30 * minuteMs },
    /** How many emails are sent to confirm a new email address of an account. */
    addressChanges: { max: 3, perMs: hourMs },
    cropProposals: { max: 60, perMs: dayMs },
    exports: { max: 3, perMs: dayMs },
    /** Counted by day, and not reset by a restart. */
    healthReports: { max: 1, perMs: dayMs },
    /** How many newcomers a member may greet. */
    hellos: { max: 5, perMs: dayMs },
    /** How many pushes of one kind about one other member a member gets, such as that they like them. */
    pushesOfKind: { max: 3, perMs: dayMs },
    /** Login links for all accounts. If there are more, a warning is logged. */
    mailsOverall: { max: 600, perMs: hourMs },
  },
  /** The longest lifetime of a login link. It doubles up to this if earlier links were not used. */
  maxLoginLinkMs: 120 * minuteMs,
  /** A member who requests a link has a valid one, or gets one within this time. */
  linkWithinMs: 10 * minuteMs,
  /** After this time, an unused link no longer makes the lifetime of the next one longer. */
  unusedLinksMs: dayMs,
  /** For this time after "This was not me", only known browsers can request mails to the address. */
  mailLimitMs: 30 * dayMs,
  /** After this time, the link to limit mails, or to remove the limit, no longer works. */
  mailLimitLinkMs: 60 * dayMs,
  knownBrowserMs: 365 * dayMs,
  maxKnownBrowsers: 30,
  /** After too many failures (rates.loginFailures), one attempt is allowed in this interval. */
  loginRetryMs: 30_000,
  /** Argon2id with the minimum parameters of OWASP's Password Storage Cheat Sheet. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1 },
  /** How many passwords are hashed at once, so that a processor is left for other calls, and how many wait: less than half a second. */
  passwordQueue: { maxThreads: Math.max(1, Math.min(2, availableParallelism() - 1)), maxWaiting: 8 },
  /** How processes that share a database follow each other's changes (server/changes/shared-changes.ts). */
  sharing: { leaseMs: 1_500, followEveryMs: 250, knownWithinMs: 2_000, keptMs: 10 * minuteMs },
  jsonBytes: 65_536,
  /** If less space is free, uploads are refused, because deleting needs free space too. */
  diskFreeBytesLeast: 1_000_000_000,
  /** How long mails are kept in files by servers without SMTP. */
  mailFilesMs: dayMs,
  /** How often ended sessions, links and mails are removed. */
  housekeepingMs: hourMs,
  /** How often push devices are removed that were not seen for long. */
  unseenDevicesSweepMs: dayMs,
  /** How often pictures are removed that no profile or message uses. */
  picturesSweepMs: hourMs,
  /** How often expired grants of private pictures are removed. */
  grantsSweepMs: 5_000,
  /** How often the rounds of Cooties, health reports, answered hellos and the ages of members nearby are checked. */
  communitySweepMs: 60_000,
  /** How many grants of private pictures a member can have. */
  maxGrants: 1_000,
  /** How many conversations a member can mute. */
  maxMutes: 1_000,
  /** How often cases are checked for deadlines. */
  casesSweepMs: 5_000,
  /** A juror must have been a member for this long, and must have been seen within the time below. */
  jurorMemberMs: 7 * dayMs,
  jurorSeenMs: 14 * dayMs,
  /** For this time after a warning, hiding or suspension, a member is not drawn as a juror. Later no case says whom it was about. */
  jurorCleanMs: 14 * dayMs,
  /** On how many juries a member can be at the same time. */
  maxCasesPerJuror: 3,
  /** A member whose published point is nearer than this to that of a party is not drawn as a juror. */
  jurorFarMetres: 5_000,
  /** Reports about a member within this time are one case. */
  oneCaseMs: dayMs,
  /** A new report of an item joins its decided case, if that was opened within this time and its evidence is still there. */
  settledMs: 30 * dayMs,
  /** How many reports a member can make in a day, and how many if most of their reports were unfounded. */
  reportsPerDay: 20,
  reportsPerDayUnfounded: 1,
  /** From how many decided reports on this is checked, and for which period. */
  minUnfounded: 3,
  unfoundedMs: 90 * dayMs,
  /** How long evidence against a deleted account is kept for a decision by an administrator. */
  evidenceOfGoneMs: 30 * dayMs,
  /** Equal first messages within this time are counted together. */
  openerWithinMs: dayMs,
  /** How long an account counts as new. */
  freshAccountMs: 7 * dayMs,
  /** How many equal first messages are sent without delay, and how many cause a review. */
  openersOfFresh: { free: 3, reviewed: 6 },
  openersOfSettled: { free: 8, reviewed: 16 },
  /** The interval between equal first messages after that. */
  openerSlowMs: 15 * minuteMs,
  /**
   * A request must be complete within this time. An upload must arrive at this rate (0.1 Mbit/s), and be complete within the longest
   * time.
   */
  requestTimeoutMs: 20_000,
  uploadBytesPerSecond: 12_500,
  longestUploadMs: 11 * minuteMs,
  headersTimeoutMs: 10_000,
  connectionsCheckMs: 2_000,
  connectionTimeoutMs: 60_000,
  /** When the process ends, it answers received calls for at most this time. */
  lastAnswersMs: 6_000,
  /** After that it waits for at most this time for all running sweeps, and for an AVIF or a test user that is being stored. */
  lastJobsMs: 3_000,
  /** A starting server waits for this long for one that ends: its last answers, and then the end of its sockets and writes. */
  otherProcessEndsMs: 12_000,
  maxConnections: 4_000,
  /** A limit waits for this long for Redis, and then the process counts alone. Startup waits for longer, and then fails. */
  sharedCountsWaitMs: 500,
  sharedCountsStartMs: 5_000,
  /** What a process publishes about its sockets: how long it is read after the process was killed, and how often it is renewed. */
  presence: { keptMs: 10_000, renewMs: 3_000 },
  /** Readiness and metrics wait for this long for the database and the disk. */
  sampleWithinMs: 5_000,
  /** A request is refused if the work before it would take longer. */
  maxRequestWaitMs: 1_000,
  socketsPerAddress: 50,
  /** How many events, and for how long, a page can miss between its first call and its socket without reloading. */
  recentEvents: 5_000,
  recentEventsMs: minuteMs,
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends object ? Widened<T[K]> : T[K] };
export type ServerLimits = Widened<typeof serverLimits>;
