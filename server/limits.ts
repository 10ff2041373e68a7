// Limits of the server; tests and benchmarks override single ones by name.
import { limits } from '#shared/rules/limits.ts';

/** At most `most` at once, refilled evenly over `perMs`. */
export interface Allowance {
  readonly most: number;
  readonly perMs: number;
}

const minute = 60_000;

export const serverLimits = {
  ...limits,
  rates: {
    calls: { most: 600, perMs: 5 * minute },
    briefs: { most: 3_000, perMs: 5 * minute },
    pictures: { most: 6_000, perMs: 5 * minute },
    uploads: { most: 30, perMs: 30 * minute },
    messages: { most: 20, perMs: 20_000 },
    contact: { most: 5, perMs: 60 * minute },
    login: { most: 25, perMs: 5 * minute },
    register: { most: 5, perMs: 30 * minute },
    /** All requests of an address, before authentication. */
    address: { most: 12_000, perMs: 5 * minute },
    broadcasts: { most: 5, perMs: minute },
    messagesPerDay: { most: 1_000, perMs: 24 * 60 * minute },
    newConversationsPerDay: { most: 30, perMs: 24 * 60 * minute },
    loginFailures: { most: 10, perMs: 15 * minute },
    positions: { most: 10, perMs: 50_000 },
    farJumps: { most: 10, perMs: 24 * 60 * minute },
    profilesOpened: { most: 2_000, perMs: 24 * 60 * minute },
    sectorsAsked: { most: 2_000, perMs: 24 * 60 * minute },
    mailsPerAddress: { most: 3, perMs: 60 * minute },
    /** New e-mail addresses that one account may ask to confirm. */
    addressChanges: { most: 3, perMs: 60 * minute },
    cropProposals: { most: 60, perMs: 24 * 60 * minute },
    exports: { most: 3, perMs: 24 * 60 * minute },
    /** Counted per day, also over a restart. */
    healthReports: { most: 1, perMs: 24 * 60 * minute },
    /** Newcomers that one member may volunteer to greet. */
    hellos: { most: 5, perMs: 24 * 60 * minute },
    /** Login links of everyone together; beyond it the log warns. */
    mailsOverall: { most: 600, perMs: 60 * minute },
  },
  /** After too many failures (rates.loginFailures) one more password may be tried per this time. */
  loginRetryMs: 30_000,
  /** Argon2id with at least the parameters of OWASP's Password Storage Cheat Sheet. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1 },
  jsonBytes: 65_536,
  /** Uploads are refused before the disk is full: deleting needs space too. */
  diskFreeBytesLeast: 1_000_000_000,
  /** The interval of removing expired sessions, links and mails. */
  housekeepingMs: 60 * minute,
  /** The interval of removing unused push devices. */
  unseenDevicesSweepMs: 24 * 60 * minute,
  /** The interval of removing pictures that no profile names. */
  picturesSweepMs: 60 * minute,
  /** The interval of ending expired grants. */
  grantsSweepMs: 5_000,
  /** The interval of checking for a due round of the glitter game, health report or answered hello. */
  communitySweepMs: 60_000,
  /** Members with whom one member shares private pictures. */
  grantsMost: 1_000,
  /** Conversations that one member mutes at the same time. */
  mutesMost: 1_000,
  /** The interval of checking for due cases. */
  casesSweepMs: 5_000,
  /** The minimum age of a membership to be drawn for a jury, and the time since the last visit. */
  jurorMemberMs: 7 * 24 * 60 * minute,
  jurorSeenMs: 14 * 24 * 60 * minute,
  /** A member who was warned, hidden or suspended is not drawn for this long. */
  jurorCleanMs: 90 * 24 * 60 * minute,
  /** Cases on whose juries one member sits at the same time. */
  jurorSeatsMost: 3,
  /** In metres: members whose published points are nearer to a party's are not drawn. */
  jurorFarMetres: 5_000,
  /** Reports about one member within this time are one case. */
  oneCaseMs: 24 * 60 * minute,
  /** A decision holds for this long: new reports of the same item join it. */
  settledMs: 30 * 24 * 60 * minute,
  /** Reports that one member can make a day, and a lower limit when most of their reports were dismissed. */
  reportsPerDay: 20,
  reportsPerDayUnfounded: 1,
  /** The number of decided reports, and the time, from which that lower limit applies. */
  unfoundedLeast: 3,
  unfoundedMs: 90 * 24 * 60 * minute,
  /** The evidence of a case about a member who left is stored this long for an administrator. */
  evidenceOfGoneMs: 30 * 24 * 60 * minute,
  /** The same first words within this time are counted together. */
  openerWithinMs: 24 * 60 * minute,
  /** An account is new for this long. */
  freshAccountMs: 7 * 24 * 60 * minute,
  /** Strangers that a new or an older account may write to freely, and the number that opens a case. */
  openersOfFresh: { free: 3, reviewed: 6 },
  openersOfSettled: { free: 8, reviewed: 16 },
  /** After the free ones, one more per this time. */
  openerSlowMs: 15 * minute,
  requestTimeoutMs: 20_000,
  headersTimeoutMs: 10_000,
  connectionsCheckMs: 2_000,
  connectionTimeoutMs: 60_000,
  connectionsMost: 4_000,
  eventLoopDelayMs: 1_000,
  socketsPerAddress: 50,
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : T[K] extends object ? Widened<T[K]> : T[K] };
export type ServerLimits = Widened<typeof serverLimits>;
export type RateName = keyof typeof serverLimits.rates;
