// The server's limits. Tests and benches replace single ones.
import { availableParallelism } from 'node:os';
import { limits } from '#shared/rules/limits.ts';

/** A rate limit. The first `max` are allowed at once, and then `max` in each `perMs`, evenly spread. */
export interface Allowance {
  readonly max: number;
  readonly perMs: number;
}

const minute = 60_000;

export const serverLimits = {
  ...limits,
  rates: {
    calls: { max: 600, perMs: 5 * minute },
    briefs: { max: 3_000, perMs: 5 * minute },
    pictures: { max: 6_000, perMs: 5 * minute },
    places: { max: 120, perMs: 5 * minute },
    uploads: { max: 30, perMs: 30 * minute },
    messages: { max: 20, perMs: 20_000 },
    contact: { max: 5, perMs: 60 * minute },
    login: { max: 25, perMs: 5 * minute },
    register: { max: 5, perMs: 30 * minute },
    /** All calls by IP address, checked before the session. */
    address: { max: 12_000, perMs: 5 * minute },
    broadcasts: { max: 5, perMs: minute },
    messagesPerDay: { max: 1_000, perMs: 24 * 60 * minute },
    newConversationsPerDay: { max: 30, perMs: 24 * 60 * minute },
    loginFailures: { max: 10, perMs: 15 * minute },
    positions: { max: 10, perMs: 50_000 },
    farJumps: { max: 10, perMs: 24 * 60 * minute },
    profilesOpened: { max: 2_000, perMs: 24 * 60 * minute },
    sectorsAsked: { max: 2_000, perMs: 24 * 60 * minute },
    /** How many login links a known browser gets at once. Further ones are mailed as for any other browser. */
    linksToKnownBrowser: { max: 5, perMs: 30 * minute },
    /** How many emails are sent to confirm a new email address of an account. */
    addressChanges: { max: 3, perMs: 60 * minute },
    cropProposals: { max: 60, perMs: 24 * 60 * minute },
    exports: { max: 3, perMs: 24 * 60 * minute },
    /** Counted by day, and not reset by a restart. */
    healthReports: { max: 1, perMs: 24 * 60 * minute },
    /** How many newcomers a member may greet. */
    hellos: { max: 5, perMs: 24 * 60 * minute },
    /** Login links for all accounts. If there are more, a warning is logged. */
    mailsOverall: { max: 600, perMs: 60 * minute },
  },
  /** The longest lifetime of a login link. It doubles up to this if earlier links were not used. */
  maxLoginLinkMs: 120 * minute,
  /** A member who requests a link has a valid one, or gets one within this time. */
  linkWithinMs: 10 * minute,
  /** After this time, an unused link no longer makes the lifetime of the next one longer. */
  unusedLinksMs: 24 * 60 * minute,
  /** For this time after "This was not me", only known browsers can request mails to the address. */
  mailLimitMs: 30 * 24 * 60 * minute,
  /** After this time, the link to limit mails, or to remove the limit, no longer works. */
  mailLimitLinkMs: 60 * 24 * 60 * minute,
  knownBrowserMs: 365 * 24 * 60 * minute,
  maxKnownBrowsers: 30,
  /** After too many failures (rates.loginFailures), one attempt is allowed in this interval. */
  loginRetryMs: 30_000,
  /** Argon2id with the minimum parameters of OWASP's Password Storage Cheat Sheet. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1 },
  /** How many passwords are hashed at once, so that a processor is left for other calls, and how many wait: less than half a second. */
  passwordQueue: { maxThreads: Math.max(1, Math.min(2, availableParallelism() - 1)), maxWaiting: 8 },
  /** How processes that share a database follow each other's changes (server/changes/shared-changes.ts). */
  sharing: { leaseMs: 1_500, followEveryMs: 250, knownWithinMs: 2_000, keptMs: 10 * minute },
  jsonBytes: 65_536,
  /** If less space is free, uploads are refused, because deleting needs free space too. */
  diskFreeBytesLeast: 1_000_000_000,
  /** How long mails are kept in files by servers without SMTP. */
  mailFilesMs: 24 * 60 * minute,
  /** How often ended sessions, links and mails are removed. */
  housekeepingMs: 60 * minute,
  /** How often push devices are removed that were not seen for long. */
  unseenDevicesSweepMs: 24 * 60 * minute,
  /** How often pictures are removed that no profile or message uses. */
  picturesSweepMs: 60 * minute,
  /** How often expired grants of private pictures are removed. */
  grantsSweepMs: 5_000,
  /** How often the rounds of Cooties, health reports and answered hellos are checked. */
  communitySweepMs: 60_000,
  /** How many grants of private pictures a member can have. */
  maxGrants: 1_000,
  /** How many conversations a member can mute. */
  maxMutes: 1_000,
  /** How often cases are checked for deadlines. */
  casesSweepMs: 5_000,
  /** A juror must have been a member for this long, and must have been seen within the time below. */
  jurorMemberMs: 7 * 24 * 60 * minute,
  jurorSeenMs: 14 * 24 * 60 * minute,
  /** For this time after a warning, hiding or suspension, a member is not drawn as a juror. */
  jurorCleanMs: 90 * 24 * 60 * minute,
  /** On how many juries a member can be at the same time. */
  maxCasesPerJuror: 3,
  /** A member whose published point is nearer than this to that of a party is not drawn as a juror. */
  jurorFarMetres: 5_000,
  /** Reports about a member within this time are one case. */
  oneCaseMs: 24 * 60 * minute,
  /** A new report of an item within this time after a decision joins the decided case. */
  settledMs: 30 * 24 * 60 * minute,
  /** How many reports a member can make in a day, and how many if most of their reports were unfounded. */
  reportsPerDay: 20,
  reportsPerDayUnfounded: 1,
  /** From how many decided reports on this is checked, and for which period. */
  minUnfounded: 3,
  unfoundedMs: 90 * 24 * 60 * minute,
  /** How long evidence against a deleted account is kept for a decision by an administrator. */
  evidenceOfGoneMs: 30 * 24 * 60 * minute,
  /** Equal first messages within this time are counted together. */
  openerWithinMs: 24 * 60 * minute,
  /** How long an account counts as new. */
  freshAccountMs: 7 * 24 * 60 * minute,
  /** How many equal first messages are sent without delay, and how many cause a review. */
  openersOfFresh: { free: 3, reviewed: 6 },
  openersOfSettled: { free: 8, reviewed: 16 },
  /** The interval between equal first messages after that. */
  openerSlowMs: 15 * minute,
  requestTimeoutMs: 20_000,
  headersTimeoutMs: 10_000,
  connectionsCheckMs: 2_000,
  connectionTimeoutMs: 60_000,
  /** When the process ends, it answers received calls for at most this time. */
  lastAnswersMs: 6_000,
  /** A starting server waits for this long for one that ends: its last answers, and then the end of its sockets and writes. */
  otherProcessEndsMs: 12_000,
  maxConnections: 4_000,
  /** A limit waits for this long for Redis, and a start for longer. After that the process counts alone. */
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
  recentEventsMs: minute,
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends object ? Widened<T[K]> : T[K] };
export type ServerLimits = Widened<typeof serverLimits>;
