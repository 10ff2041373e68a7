// Counts wrong decisions in 10,000 cases with one in five jurors hostile, by tactic, with equal and with weighted votes.
import { jurySize } from '#shared/rules/arbitration.ts';
import {
  simulateJuries,
  tactics,
  usualModel,
  type JuryCounts,
  type JuryModel,
} from '#server/testing/members/simulated-juries.ts';
import { inPercent, wholeNumber } from './figures.ts';

/** Honest errors alone cause 1.5 % wrong decisions, equal votes 15 %. */
const maxWrong = 0.05;
const maxInnocentSuspended = 0.005;

/**
 * `npm run bench -- juries [cases] [hostile share] [members]`. Rejects if too many decisions by weighted votes are wrong, but only
 * with at least as many cases, and at most as many hostile jurors and members, as by default.
 */
export async function run([cases = '10000', hostile = '0.2', members = '1000']: string[]): Promise<void> {
  const hostileShare = Number(hostile || NaN);
  if (!(hostileShare >= 0 && hostileShare <= 1)) throw new Error('hostile share requires a number from 0 to 1.');
  const model = {
    ...usualModel,
    cases: wholeNumber(cases, 'cases'),
    hostileShare,
    members: wholeNumber(members, 'members', jurySize),
  };
  console.log(
    `${model.cases} cases, ${model.members} members, ${inPercent(model.hostileShare)} hostile; the others err in ` +
      `${inPercent(model.honestErrors)} of their votes, and ${inPercent(model.absence)} of the jurors do not vote. Half of the accused are innocent.\n`,
  );
  const rows = [
    row('no hostile jurors', { ...model, hostileShare: 0 }),
    ...tactics.flatMap((tactic) => [
      row(`${tactic}, equal votes`, { ...model, tactic, isWeighed: false }),
      row(tactic, { ...model, tactic }),
    ]),
  ];
  console.table(Object.fromEntries(rows.map(({ name, counts }) => [name, figures(counts)])));
  const isInScope = model.cases >= 10_000 && model.hostileShare <= 0.2 && model.members <= 1_000;
  const bad = rows.filter(
    ({ isWeighed, counts }) => isWeighed && (counts.wrong > maxWrong || counts.suspendedInnocent > maxInnocentSuspended),
  );
  if (isInScope && bad.length > 0) throw new Error(`Too many wrong decisions: ${bad.map(({ name }) => name).join(', ')}.`);
}

const row = (name: string, model: JuryModel) => ({ name, isWeighed: model.isWeighed, counts: simulateJuries(model) });

const figures = (counts: JuryCounts) => ({
  wrong: inPercent(counts.wrong),
  'first tenth': inPercent(counts.wrongAtFirst),
  'last tenth': inPercent(counts.wrongAtLast),
  'innocent judged': inPercent(counts.wronglyDecided),
  'innocent suspended': inPercent(counts.suspendedInnocent),
  'guilty let off': inPercent(counts.acquitted),
  'to an administrator': inPercent(counts.referred),
});
