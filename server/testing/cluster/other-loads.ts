// Members who move, write to the operators more often than they may, and upload pictures.
import { setTimeout as pause } from 'node:timers/promises';
import { contact } from '#shared/contract/contact.ts';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { noteOddAnswer, untilAnswered, within, type Run, type Tally } from './run.ts';

export interface Mover {
  readonly member: Member;
  /** The numbers of the last answered report and of the last sent one. */
  answered: number;
  sent: number;
}

/** Another cell than that of each of the 79 numbers before. */
export const latOf = (number: number): number => 33.1 + (number % 80) * 0.01;
export const moversLon = -112.5;
const positionLastsMs = 20 * hourMs;

export async function keepMoving(run: Run, mover: Mover, pauseMs: number): Promise<void> {
  const { profileId } = mover.member;
  while (!run.isOver) {
    const { tally } = run;
    const number = (mover.sent += 1);
    const body = {
      profileId,
      use: 'OVERRIDE',
      overrideLat: latOf(number),
      overrideLon: moversLon,
      hide: false,
      tsEffectiveUntil: Date.now() + positionLastsMs,
    } as const;
    const answer = await untilAnswered(run, 'position', () =>
      mover.member.ask(positions.putPosition, { params: { profileId }, body }),
    );
    if (answer === null) return;
    if (answer.status >= 300) noteOddAnswer(run, `position ${answer.status}`);
    mover.answered = number;
    tally.positions += 1;
    await pause(pauseMs * (0.5 + run.random()));
  }
}

export interface Writer {
  readonly member: Member;
  firstMs: number;
  lastMs: number;
  tally: Tally | null;
}

const triesEach = 15;
const triesAtOnce = 3;

/** One member after the other writes to the operators as often as possible, through several processes at once. */
export async function keepContacting(run: Run, writers: readonly Writer[], pauseMs: number): Promise<void> {
  for (const writer of writers) {
    writer.firstMs = performance.now();
    for (let tries = 0; tries < triesEach; tries += triesAtOnce) {
      if (run.isOver) return;
      writer.tally = run.tally;
      await Promise.all(
        Array.from({ length: triesAtOnce }, async () => {
          const body = { name: writer.member.name, message: crypto.randomUUID() };
          const answer = await within(writer.member.ask(contact.postContact, { body }), 5_000);
          if (answer?.status === 200) run.tally.contacts += 1;
        }),
      );
      writer.lastMs = performance.now();
      await pause(pauseMs * (0.5 + run.random()));
    }
  }
}

export interface Uploaded {
  readonly id: string;
  readonly owner: Member;
  readonly tally: Tally;
}

/** Fewer than a profile may have. */
const picturesEach = 50;

/** One member after the other uploads pictures. */
export async function keepUploading(
  run: Run,
  owners: readonly Member[],
  bytes: Buffer,
  uploaded: Uploaded[],
  pauseMs: number,
): Promise<void> {
  for (const owner of owners)
    for (let number = 0; number < picturesEach; number += 1) {
      if (run.isOver) return;
      const { tally } = run;
      const key = crypto.randomUUID();
      const fields = {
        authorProfileId: owner.profileId,
        picfilename: 'a.png',
        picfile: { bytes, name: 'a.png', type: 'image/png' },
      };
      const answer = await untilAnswered(run, 'picture', () =>
        owner.form('/api/profile-pic', fields, { 'idempotency-key': key }),
      );
      if (answer === null) return;
      if (answer.status !== 200) noteOddAnswer(run, `picture ${answer.status} ${answer.bytes.toString().slice(0, 100)}`);
      else {
        uploaded.push({ id: String(Reflect.get(Object(answer.body), 'id')), owner, tally });
        tally.pictures += 1;
      }
      await pause(pauseMs);
    }
}
