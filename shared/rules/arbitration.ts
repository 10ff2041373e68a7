// Report reasons with their rules, the possible outcomes of a case, and the jury's verdict.

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
export const ruleOf = {
  harassment: 'Nobody is insulted, followed or pressured after saying no.',
  hate: 'Nobody is put down for who they are.',
  threat: 'Nobody is threatened, blackmailed or exposed.',
  'unwanted-picture': 'Sexual pictures go only to those who want them, and never into public places.',
  minor: 'Everybody here, and in every picture here, is an adult.',
  spam: 'No advertising, no begging, no luring to other services.',
  'false-identity': 'A profile and its pictures show the person who uses it.',
  other: 'We treat each other with respect.',
} as const satisfies Record<ReportReason, string>;

/** In order of severity; each includes the previous ones. */
export const outcomes = ['none', 'warn', 'hide', 'suspend'] as const;
export type CaseOutcome = (typeof outcomes)[number];

export const votes = [...outcomes, 'refer'] as const;
export type Vote = (typeof votes)[number];

interface WeightedVote {
  readonly vote: Vote;
  /** Greater than 0. */
  readonly weight: number;
}

/** A suspension requires this share of the weight of all votes except 'refer'. The other outcomes require more than half of it. */
const suspendShare = 0.75;

/** The minimum number of votes, regardless of weight. */
export const quorum = 3;
export const jurySize = 5;

/**
 * 'refer' if more than half of the weight voted for an administrator. Otherwise, of the other votes, the severest outcome that more than
 * half of the weight voted for or exceeded; a suspension requires three quarters. Null without a quorum.
 */
export function verdictOf(given: readonly WeightedVote[]): Vote | null {
  if (given.length < quorum) return null;
  // In whole millionths: sums of fractions are rounded, and a share that is exactly three quarters could fall below that.
  const weightOf = (counts: (vote: Vote) => boolean) =>
    given.filter(({ vote }) => counts(vote)).reduce((sum, { weight }) => sum + Math.round(weight * 1e6), 0);
  const total = weightOf(() => true);
  if (weightOf((vote) => vote === 'refer') > total / 2) return 'refer';
  const deciding = weightOf((vote) => vote !== 'refer');
  const hasMajority = (outcome: CaseOutcome) => {
    const share = weightOf((vote) => vote !== 'refer' && outcomes.indexOf(vote) >= outcomes.indexOf(outcome)) / deciding;
    return outcome === 'suspend' ? share >= suspendShare : share > 0.5;
  };
  return outcomes.reduce((severest, outcome) => (hasMajority(outcome) ? outcome : severest));
}

/** How often a juror's votes agreed with the decision on whether a rule was broken. */
export interface JurorRecord {
  readonly voted: number;
  readonly agreed: number;
}

/** Added to each juror's record, so that new jurors start between the minimum and the maximum weight. */
const prior: JurorRecord = { voted: 5, agreed: 4 };
const minWeight = 0.05;

/** 0.6 for new jurors, nearly 1 for those who mostly agree, nearly 0 for those who vote at random. */
export function jurorWeight({ voted, agreed }: JurorRecord): number {
  const share = (agreed + prior.agreed) / (voted + prior.voted);
  return Math.max(minWeight, 2 * share - 1);
}

/** A juror with fewer votes than this is never excluded. */
const minVotes = 10;
const minAgreement = 0.6;

/** False for members who disagreed with more than two in five decisions; they are not drawn as jurors again. */
export const mayJudge = ({ voted, agreed }: JurorRecord): boolean => voted < minVotes || agreed / voted >= minAgreement;
