// What the server allows in which time; tests and benches raise single ones by name.
import { limits } from '#shared/rules/limits.ts';

/** At most `most` at once, growing back evenly over `perMs`. */
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
    /** Every call together, by address, before anybody is known. */
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
    /** New e-mail addresses one account may ask to confirm. */
    addressChanges: { most: 3, perMs: 60 * minute },
    cropProposals: { most: 60, perMs: 24 * 60 * minute },
    exports: { most: 3, perMs: 24 * 60 * minute },
    /** Counted by days, and kept over a restart. */
    healthReports: { most: 1, perMs: 24 * 60 * minute },
    /** Newcomers that one member takes it upon himself to greet. */
    hellos: { most: 5, perMs: 24 * 60 * minute },
    /** Login links of all together; beyond it the log warns. */
    mailsOverall: { most: 600, perMs: 60 * minute },
  },
  /** After too many failures (rates.loginFailures) one more password may be tried in this time. */
  loginRetryMs: 30_000,
  /** Argon2id as OWASP's Password Storage Cheat Sheet wants it at least. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1 },
  jsonBytes: 65_536,
  /** Pictures are refused before the disk is full: deleting needs room too. */
  diskFreeBytesLeast: 1_000_000_000,
  /** How often pictures that nobody named are swept. */
  picturesSweepMs: 60 * minute,
  /** How often it is looked for shared pictures whose time is over. */
  grantsSweepMs: 5_000,
  /** How often it is looked whether a day's round of the glitter game, a health report or an answered hello is due. */
  communitySweepMs: 60_000,
  /** Members with whom one shares his private pictures, at most. */
  grantsMost: 1_000,
  /** Conversations that one member mutes at the same time, at most. */
  mutesMost: 1_000,
  /** How often it is looked for cases in which something is due. */
  casesSweepMs: 5_000,
  /** How long somebody has been a member before he can be drawn for a jury, and how lately he was here. */
  jurorMemberMs: 7 * 24 * 60 * minute,
  jurorSeenMs: 14 * 24 * 60 * minute,
  /** Whoever was warned, hidden or suspended is not drawn for this long. */
  jurorCleanMs: 90 * 24 * 60 * minute,
  /** Cases on whose juries one member sits at the same time, at most. */
  jurorSeatsMost: 3,
  /** Members whose published points are nearer to a party's are not drawn, in metres. */
  jurorFarMetres: 5_000,
  /** Reports about one member within this time are one case. */
  oneCaseMs: 24 * 60 * minute,
  /** What was decided about a thing holds for this long: new reports of the same thing join it. */
  settledMs: 30 * 24 * 60 * minute,
  /** Reports that one member can make a day, and one whose reports mostly came to nothing. */
  reportsPerDay: 20,
  reportsPerDayUnfounded: 1,
  /** From so many decided reports on that is asked, over this time. */
  unfoundedLeast: 3,
  unfoundedMs: 90 * 24 * 60 * minute,
  /** How long the evidence of a case about somebody who left waits for an administrator. */
  evidenceOfGoneMs: 30 * 24 * 60 * minute,
  /** The same first words within this time are counted together. */
  openerWithinMs: 24 * 60 * minute,
  /** An account is fresh for so long. */
  freshAccountMs: 7 * 24 * 60 * minute,
  /** To so many strangers they go freely; the last of so many brings them before people who decide. */
  openersOfFresh: { free: 3, reviewed: 6 },
  openersOfSettled: { free: 8, reviewed: 16 },
  /** After the free ones, one goes out in this time. */
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
