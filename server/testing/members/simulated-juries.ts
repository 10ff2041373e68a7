// Simulates juries of honest, careless, absent and hostile members under the product's rules, and counts wrong decisions.
import { jurorWeight, jurySize, mayJudge, outcomes, verdictOf, type CaseOutcome, type Vote } from '#shared/rules/arbitration.ts';
import { seeded } from '#server/testing/app/seeded.ts';

/** Votes of hostile members: always wrong; against everybody; for everybody; or like honest members until trusted, then wrong. */
export const tactics = ['contrary', 'condemning', 'shielding', 'sleeping'] as const;
type Tactic = (typeof tactics)[number];

export interface JuryModel {
  readonly seed: number;
  readonly cases: number;
  readonly members: number;
  readonly hostileShare: number;
  readonly tactic: Tactic;
  /** How often an honest juror votes wrongly. */
  readonly honestErrors: number;
  /** How often a drawn juror does not vote. */
  readonly absence: number;
  /** Whether earlier votes determine drawing and weight, as in the product. */
  readonly isWeighed: boolean;
}

export interface JuryCounts {
  readonly cases: number;
  readonly innocent: number;
  /** Shares of the innocent. */
  readonly wronglyDecided: number;
  readonly suspendedInnocent: number;
  /** Share of those who broke a rule. */
  readonly acquitted: number;
  /** Share of the juries' decisions that are wrong. */
  readonly wrong: number;
  /** The same for the first and last tenth of the cases, which shows the effect of the weights. */
  readonly wrongAtFirst: number;
  readonly wrongAtLast: number;
  /** Share of cases that go to an administrator, because the jury referred them or too few jurors voted. */
  readonly referred: number;
}

export const usualModel: JuryModel = {
  seed: 1,
  cases: 10_000,
  members: 1_000,
  hostileShare: 0.2,
  tactic: 'contrary',
  honestErrors: 0.1,
  absence: 0.25,
  isWeighed: true,
};

interface Juror {
  readonly isHostile: boolean;
  voted: number;
  agreed: number;
}

/** A sleeper votes like an honest member this many times, until their weight is high. */
const sleepsFor = 20;

export function simulateJuries(model: JuryModel): JuryCounts {
  const random = seeded(model.seed);
  const members: Juror[] = Array.from({ length: model.members }, (_, at) => ({
    isHostile: at < model.members * model.hostileShare,
    voted: 0,
    agreed: 0,
  }));
  const counts = { innocent: 0, wronglyDecided: 0, suspendedInnocent: 0, acquitted: 0, referred: 0 };
  const sides: boolean[] = [];

  for (let at = 0; at < model.cases; at += 1) {
    const truth: CaseOutcome = random() < 0.5 ? 'none' : (outcomes[1 + Math.floor(random() * 3)] ?? 'warn');
    const given = juryOf(members, model, random).map((juror) => ({ juror, vote: voteOf(juror, truth, model, random) }));
    const verdict = verdictOf(given.map(({ juror, vote }) => ({ vote, weight: model.isWeighed ? jurorWeight(juror) : 1 })));
    counts.innocent += truth === 'none' ? 1 : 0;
    if (verdict === null || verdict === 'refer') {
      counts.referred += 1;
      continue;
    }
    const isWrong = (verdict === 'none') !== (truth === 'none');
    sides.push(isWrong);
    if (truth === 'none' && isWrong) counts.wronglyDecided += 1;
    if (truth === 'none' && verdict === 'suspend') counts.suspendedInnocent += 1;
    if (truth !== 'none' && isWrong) counts.acquitted += 1;
    // The product learns from decisions, not from the truth.
    for (const { juror, vote } of given) {
      juror.voted += 1;
      if ((vote === 'none') === (verdict === 'none')) juror.agreed += 1;
    }
  }

  const share = (some: readonly boolean[]) => some.filter(Boolean).length / Math.max(1, some.length);
  const tenth = Math.floor(sides.length / 10);
  return {
    cases: model.cases,
    innocent: counts.innocent,
    wronglyDecided: counts.wronglyDecided / counts.innocent,
    suspendedInnocent: counts.suspendedInnocent / counts.innocent,
    acquitted: counts.acquitted / (model.cases - counts.innocent),
    wrong: share(sides),
    wrongAtFirst: share(sides.slice(0, tenth)),
    wrongAtLast: share(sides.slice(-tenth)),
    referred: counts.referred / model.cases,
  };
}

/** The jurors who vote: five are drawn, and absent ones are replaced once. */
function juryOf(members: readonly Juror[], { absence, isWeighed }: JuryModel, random: () => number): Juror[] {
  const drawn = new Set<Juror>();
  const draw = (count: number): Juror[] => {
    const fresh: Juror[] = [];
    while (fresh.length < count) {
      const one = members[Math.floor(random() * members.length)];
      if (one === undefined || drawn.has(one) || (isWeighed && !mayJudge(one))) continue;
      drawn.add(one);
      fresh.push(one);
    }
    return fresh.filter(() => random() >= absence);
  };
  const first = draw(jurySize);
  return [...first, ...draw(jurySize - first.length)];
}

function voteOf(
  { isHostile, voted }: Juror,
  truth: CaseOutcome,
  { tactic, honestErrors }: JuryModel,
  random: () => number,
): Vote {
  const opposite = (): Vote => (truth === 'none' ? 'suspend' : 'none');
  if (isHostile && (tactic !== 'sleeping' || voted >= sleepsFor)) {
    if (tactic === 'condemning') return 'suspend';
    return tactic === 'shielding' ? 'none' : opposite();
  }
  if (random() >= honestErrors) return truth;
  return truth === 'none' ? (outcomes[1 + Math.floor(random() * 3)] ?? 'warn') : 'none';
}

/** The computed share of wrong decisions if hostile members are 'contrary', votes weigh the same and nobody is absent. */
export function wrongByEqualVotes({ hostileShare, honestErrors }: Pick<JuryModel, 'hostileShare' | 'honestErrors'>): number {
  const p = hostileShare + (1 - hostileShare) * honestErrors;
  const choose = (k: number) => [1, 5, 10, 10, 5, 1][k] ?? 0;
  return [3, 4, 5].reduce((sum, k) => sum + choose(k) * p ** k * (1 - p) ** (jurySize - k), 0);
}
