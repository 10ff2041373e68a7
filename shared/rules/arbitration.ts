// Reasons and rules of reports, possible outcomes, and the decision by votes.

export const itemKinds = ['profile', 'picture', 'message', 'broadcast'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const reportReasons = [
  'harassment',
  'hate',
  'threat',
  'unwanted-picture',
  'minor',
  'spam',
  'false-identity',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The rules as shown to reporters, reported members and jurors. */
export const ruleOf: Readonly<Record<ReportReason, string>> = {
  harassment: 'Nobody is insulted, followed or pressed after a no.',
  hate: 'Nobody is put down for who they are.',
  threat: 'Nobody is threatened, blackmailed or exposed.',
  'unwanted-picture': 'Sexual pictures go only to those who want them, and never into public places.',
  minor: 'Everybody here, and in every picture here, is an adult.',
  spam: 'No advertising, no begging, no luring to other services.',
  'false-identity': 'A profile and its pictures are of the one who uses it.',
  other: 'We treat each other with respect.',
};

/** From none to the most severe; each includes the previous ones. */
export const outcomes = ['none', 'warn', 'hide', 'suspend'] as const;
export type CaseOutcome = (typeof outcomes)[number];

export const votes = [...outcomes, 'refer'] as const;
export type Vote = (typeof votes)[number];

export interface WeighedVote {
  readonly vote: Vote;
  /** Weight, above 0. */
  readonly weight: number;
}

/** The share of all weight needed for the most severe outcome; the others need more than half. */
const graveShare = 0.75;

/** Minimum number of votes, whatever their weight. */
export const quorum = 3;
export const jurySize = 5;

/**
 * The decision of a jury: what more than half of the weight wants or finds too mild, and a suspension only with three quarters.
 * Null when fewer than the quorum voted; 'refer' when more than half of the weight wants an administrator.
 */
export function verdictOf(given: readonly WeighedVote[]): Vote | null {
  if (given.length < quorum) return null;
  const weightOf = (counts: (vote: Vote) => boolean) =>
    given.filter(({ vote }) => counts(vote)).reduce((sum, { weight }) => sum + weight, 0);
  const all = weightOf(() => true);
  if (weightOf((vote) => vote === 'refer') > all / 2) return 'refer';
  const judging = weightOf((vote) => vote !== 'refer');
  const isWanted = (outcome: CaseOutcome) => {
    const share = weightOf((vote) => vote !== 'refer' && outcomes.indexOf(vote) >= outcomes.indexOf(outcome)) / judging;
    return outcome === 'suspend' ? share >= graveShare : share > 0.5;
  };
  return outcomes.findLast(isWanted) ?? 'none';
}

/** A juror's earlier votes that agreed or disagreed with the decision on whether a rule was broken. */
export interface JurorRecord {
  readonly voted: number;
  readonly agreed: number;
}

/** A prior of agreement in 4 of 5 cases, so that new jurors start neither at 0 nor at the maximum. */
const assumed: JurorRecord = { voted: 5, agreed: 4 };
const leastWeight = 0.05;

/** 0.6 for new jurors, near 1 for those who mostly agree, almost 0 for those who vote at random. */
export function jurorWeight({ voted, agreed }: JurorRecord): number {
  const share = (agreed + assumed.agreed) / (voted + assumed.voted);
  return Math.max(leastWeight, 2 * share - 1);
}

/** The minimum number of votes for a record to count. */
const judgedBy = 10;
const leastAgreement = 0.6;

/** False for a member who disagreed with the decision in more than two in five of at least ten votes; they are not drawn again. */
export const mayJudge = ({ voted, agreed }: JurorRecord): boolean => voted < judgedBy || agreed / voted >= leastAgreement;
