// Wrong decisions in 10,000 cases with one in five jurors hostile, by four tactics, with and without records of votes.
import {
  simulateJuries,
  tactics,
  usualModel,
  type JuryCounts,
  type JuryModel,
} from '#server/testing/members/simulated-juries.ts';

/** Between the share of wrong decisions by honest errors alone (1.5 %) and that with equal votes (15 %). */
const maxWrong = 0.05;
const maxInnocentSuspended = 0.005;

/** `npm run bench -- juries [cases] [hostile share] [members]`. Rejects when more is wrong than the rules are meant to allow. */
export async function run([cases = '10000', hostile = '0.2', members = '1000']: string[]): Promise<void> {
  const model = { ...usualModel, cases: Number(cases), hostileShare: Number(hostile), members: Number(members) };
  console.log(
    `${model.cases} cases, ${model.members} members, ${percent(model.hostileShare)} hostile; the others take the wrong side in ` +
      `${percent(model.honestErrors)} and ${percent(model.absence)} of those who are asked stay away. Half of the accused are innocent.\n`,
  );
  const rows = [
    row('nobody is hostile', { ...model, hostileShare: 0 }),
    ...tactics.flatMap((tactic) => [
      row(`${tactic}, all votes alike`, { ...model, tactic, isWeighed: false }),
      row(tactic, { ...model, tactic }),
    ]),
  ];
  console.table(Object.fromEntries(rows.map(({ name, counts }) => [name, shown(counts)])));
  const isMeant = model.cases >= 10_000 && model.hostileShare <= 0.2 && model.members <= 1_000;
  const bad = rows.filter(
    ({ isWeighed, counts }) => isWeighed && (counts.wrong > maxWrong || counts.suspendedInnocent > maxInnocentSuspended),
  );
  if (isMeant && bad.length > 0) throw new Error(`Too much goes wrong: ${bad.map(({ name }) => name).join(', ')}.`);
}

const row = (name: string, model: JuryModel) => ({ name, isWeighed: model.isWeighed, counts: simulateJuries(model) });

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const shown = (counts: JuryCounts) => ({
  wrong: percent(counts.wrong),
  'first tenth': percent(counts.wrongAtFirst),
  'last tenth': percent(counts.wrongAtLast),
  'innocent judged': percent(counts.condemned),
  'innocent suspended': percent(counts.suspendedInnocent),
  'guilty let off': percent(counts.acquitted),
  'to an administrator': percent(counts.referred),
});
