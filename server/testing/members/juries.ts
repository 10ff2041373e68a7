// Reports, juries and votes in tests.
import { expect } from 'vitest';
import { reports } from '#shared/contract/reports.ts';
import type { ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

const yearMs = 365 * dayMs;

/** Limits with which all members can be jurors, deadlines are checked immediately, and sessions outlast a case. */
export const quickJuries = {
  casesSweepMs: 20,
  jurorMemberMs: 0,
  jurorSeenMs: yearMs,
  sessionIdleMs: yearMs,
  maxSessionMs: yearMs,
};

export const accuse = (
  reporter: Member,
  kind: ItemKind,
  itemId: string,
  { reason = 'harassment', words = '', block = false }: { reason?: ReportReason; words?: string; block?: boolean } = {},
) => reporter.ask(reports.postReport, { body: { kind, itemId, reason, words, block } });

export const crowd = (app: TestApp, count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => app.member({ name: `Neighbour ${at + 1}` })));

export const casesOf = (member: Member) => member.call(reports.getCases);

/** The members who are jurors now, with their case. */
export async function seated(members: readonly Member[]): Promise<{ juror: Member; caseId: string }[]> {
  const found = await Promise.all(
    members.map(async (juror) => (await casesOf(juror)).seats.map(({ caseId }) => ({ juror, caseId }))),
  );
  return found.flat();
}

/** Resolves with the jury once it has `count` members. */
export async function juryOf(members: readonly Member[], count = 5): Promise<{ juror: Member; caseId: string }[]> {
  let seats: { juror: Member; caseId: string }[] = [];
  await expect.poll(async () => (seats = await seated(members)).length).toBe(count);
  return seats;
}

/** Resolves with the jury once none of `absent` is on it. */
export async function juryWithout(members: readonly Member[], absent: readonly Member[]) {
  let seats: { juror: Member; caseId: string }[] = [];
  await expect.poll(async () => (seats = await seated(members)).filter(({ juror }) => absent.includes(juror)).length).toBe(0);
  return seats;
}

export const vote = ({ juror, caseId }: { juror: Member; caseId: string }, given: Vote | null) =>
  juror.ask(reports.putVote, { params: { id: caseId }, body: { vote: given } });

/** The whole jury votes, with one vote for all or one each. */
export async function allVote(jury: readonly { juror: Member; caseId: string }[], given: Vote | readonly Vote[]): Promise<void> {
  for (const [at, seat] of jury.entries()) {
    const one = typeof given === 'string' ? given : (given[at] ?? 'none');
    expect((await vote(seat, one)).status).toBe(200);
  }
}
