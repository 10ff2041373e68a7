// The server's limits; tests and benches override single ones.
import { availableParallelism } from 'node:os';
import { limits } from '#shared/rules/limits.ts';

/** At most `max` at once, refilled evenly over `perMs`. */
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
    /** Login links that one known browser gets at once; further ones are mailed as for any browser. */
    linksToKnownBrowser: { max: 5, perMs: 30 * minute },
    /** Confirmation emails for a new email address of one account. */
    addressChanges: { max: 3, perMs: 60 * minute },
    cropProposals: { max: 60, perMs: 24 * 60 * minute },
    exports: { max: 3, perMs: 24 * 60 * minute },
    /** Counted by days, across restarts. */
    healthReports: { max: 1, perMs: 24 * 60 * minute },
    /** Newcomers that one member commits to greeting. */
    hellos: { max: 5, perMs: 24 * 60 * minute },
    /** Login links of all accounts; beyond this a warning is logged. */
    mailsOverall: { max: 600, perMs: 60 * minute },
  },
  /** The lifetime of a login link doubles up to this while requests for the address go on unused. */
  maxLoginLinkMs: 120 * minute,
  /** A request finds a live link in the mailbox, or one that is mailed within this time. */
  linkWithinMs: 10 * minute,
  /** Unused links no longer count for the lifetime of the next one after this time. */
  unusedLinksMs: 24 * 60 * minute,
  /** After "This was not me", for this long only known browsers can request mails to the address. */
  mailLimitMs: 30 * 24 * 60 * minute,
  /** Age at which the link to limit mails, or to lift the limit, no longer works. */
  mailLimitLinkMs: 60 * 24 * 60 * minute,
  knownBrowserMs: 365 * 24 * 60 * minute,
  maxKnownBrowsers: 30,
  /** The interval between allowed attempts after too many failures (rates.loginFailures). */
  loginRetryMs: 30_000,
  /** Argon2id with the minimum parameters of OWASP's Password Storage Cheat Sheet. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1 },
  /** Concurrent hashes, which leave a processor to the other calls, and how many may wait: less than half a second's work. */
  passwordQueue: { maxThreads: Math.max(1, Math.min(2, availableParallelism() - 1)), maxWaiting: 8 },
  jsonBytes: 65_536,
  /** With less free space uploads are refused, since deleting needs free space too. */
  diskFreeBytesLeast: 1_000_000_000,
  /** Retention of mails in files, for servers without SMTP. */
  mailFilesMs: 24 * 60 * minute,
  /** Period of the removal of ended sessions, links and mails. */
  housekeepingMs: 60 * minute,
  /** Period of the removal of push devices that were not seen for long. */
  unseenDevicesSweepMs: 24 * 60 * minute,
  /** Period of the sweep of pictures that no profile or message uses. */
  picturesSweepMs: 60 * minute,
  /** Period of the sweep of expired picture grants. */
  grantsSweepMs: 5_000,
  /** Period of the sweep for due rounds of the glitter game, health reports and answered hellos. */
  communitySweepMs: 60_000,
  /** Grants of private pictures by one member. */
  maxGrants: 1_000,
  /** Conversations muted by one member at the same time. */
  maxMutes: 1_000,
  /** Period of the sweep of cases past their deadline. */
  casesSweepMs: 5_000,
  /** Jurors have been members for at least this long and were last seen at most that long ago. */
  jurorMemberMs: 7 * 24 * 60 * minute,
  jurorSeenMs: 14 * 24 * 60 * minute,
  /** Members are not drawn as jurors for this long after a warning, hiding or suspension. */
  jurorCleanMs: 90 * 24 * 60 * minute,
  /** Juries on which one member sits at the same time. */
  maxCasesPerJuror: 3,
  /** Members whose published point is nearer than this to that of a party are not drawn as jurors. */
  jurorFarMetres: 5_000,
  /** Reports about one member within this time join one case. */
  oneCaseMs: 24 * 60 * minute,
  /** Within this time of a decision, new reports of the same item join its case. */
  settledMs: 30 * 24 * 60 * minute,
  /** Reports per day of one member, and of one whose reports were mostly unfounded. */
  reportsPerDay: 20,
  reportsPerDayUnfounded: 1,
  /** The minimum number of decided reports, and the period that counts. */
  minUnfounded: 3,
  unfoundedMs: 90 * 24 * 60 * minute,
  /** Retention of evidence against deleted accounts until an administrator decides. */
  evidenceOfGoneMs: 30 * 24 * 60 * minute,
  /** Identical first messages within this time are counted together. */
  openerWithinMs: 24 * 60 * minute,
  /** An account counts as fresh for this long. */
  freshAccountMs: 7 * 24 * 60 * minute,
  /** The number of identical first messages sent without delay, and the number that triggers a review. */
  openersOfFresh: { free: 3, reviewed: 6 },
  openersOfSettled: { free: 8, reviewed: 16 },
  /** The interval between further identical first messages. */
  openerSlowMs: 15 * minute,
  requestTimeoutMs: 20_000,
  headersTimeoutMs: 10_000,
  connectionsCheckMs: 2_000,
  connectionTimeoutMs: 60_000,
  /** When the process ends, calls that were received have this time to be answered. */
  lastAnswersMs: 6_000,
  /** A starting server waits for this long for one that ends: its last answers, and then the end of its sockets and writes. */
  otherProcessEndsMs: 12_000,
  maxConnections: 4_000,
  /** Requests are refused while the work of those before them would take longer. */
  maxRequestWaitMs: 1_000,
  socketsPerAddress: 50,
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends object ? Widened<T[K]> : T[K] };
export type ServerLimits = Widened<typeof serverLimits>;
