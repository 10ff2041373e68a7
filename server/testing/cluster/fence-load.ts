// Members who block, hide, log out and delete their accounts. From the answer on (the fence), no process may show them.
import { setTimeout as pause } from 'node:timers/promises';
import { account } from '#shared/contract/account.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { positions } from '#shared/contract/positions.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { askEach, noteOddAnswer, untilAnswered, within, type Run, type Tally } from './run.ts';

/** How one member can meet another one: the question, and whether its answer shows them. */
interface Question {
  readonly what: string;
  ask(browser: Browser): Promise<Answer>;
  shows(answer: Answer): boolean;
}

const nearestQuery = { page: 0, size: 100, includeTestData: false, withPicture: false, onlineNow: false } as const;

function questionsAbout(viewer: Member, shown: Member): readonly Question[] {
  const contains = ({ status, bytes }: Answer) => status === 200 && bytes.toString().includes(shown.profileId);
  return [
    {
      what: 'profile',
      ask: (browser) => browser.ask(profiles.getProfile, { params: { id: shown.profileId }, query: { admin: false } }),
      shows: ({ status }) => status === 200,
    },
    { what: 'nearest', ask: (browser) => browser.ask(nearby.getNearest, { query: nearestQuery }), shows: contains },
    {
      what: 'conversations',
      ask: (browser) =>
        browser.ask(messages.getMostRecentWith, {
          params: { id: viewer.profileId },
          query: { sinceMessageId: undefined, beforeMessageId: undefined },
        }),
      shows: contains,
    },
  ];
}

/** Asks each process, and notes each answer that shows the member. */
async function expectUnseen(run: Run, tally: Tally, viewer: Browser, question: Question, why: string): Promise<void> {
  const answers = await askEach(run, viewer, question.ask);
  tally.asked += answers.length;
  const seen = answers.filter(question.shows).length;
  tally.seenAfterFence += seen;
  if (seen > 0) run.findings.push(`${seen} processes showed a member after ${why}: ${question.what}`);
}

/** Waits until the viewer sees the member. False if they never do: then the question after the fence would prove nothing. */
async function seen(run: Run, viewer: Browser, question: Question): Promise<boolean> {
  for (let tries = 0; !run.isOver; tries += 1) {
    const answer = await untilAnswered(run, question.what, () => question.ask(viewer));
    if (answer !== null && question.shows(answer)) return true;
    if (tries === 40) {
      noteOddAnswer(run, `${question.what} does not show the member: ${answer?.status}`);
      return false;
    }
    await pause(250);
  }
  return false;
}

const setBlocked = (run: Run, from: Member, to: Member, blocked: boolean) =>
  untilAnswered(run, 'block', () =>
    from.ask(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: to.profileId, blocked } }),
  );

/** A frame that comes later than this after an answer was not on its way before. */
const onItsWayMs = 1_000;
const watchedMs = 2_500;

/** Blocks another member and unblocks them again. Both have written to each other. */
export async function keepBlocking(run: Run, member: Member, blocked: Member): Promise<void> {
  const questions = questionsAbout(blocked, member);
  for (let round = 0; !run.isOver; round += 1) {
    const question = questions[round % questions.length];
    if (question === undefined || !(await seen(run, blocked, question))) continue;
    const { tally } = run;
    const isWatched = round % 10 === 9;
    const socket = isWatched ? await within(openSocket(blocked), 5_000) : null;
    socket?.say({ type: 'watchSectors', sectors: ['33:-113'] });
    await socket?.settled().catch(() => undefined);
    const answer = await setBlocked(run, member, blocked, true);
    if (answer?.status !== 200) continue;
    await expectUnseen(run, tally, blocked, question, 'a block');
    if (socket !== null) {
      await pause(onItsWayMs);
      const before = socket.received.length;
      await Promise.all([within(moveTo(member, round), 5_000), within(likeAgain(member, blocked, round), 5_000)]);
      await pause(watchedMs);
      const frames = socket.received.slice(before).filter((event) => JSON.stringify(event).includes(member.profileId));
      tally.seenAfterFence += frames.length;
      if (frames.length > 0) run.findings.push(`a frame after a block: ${JSON.stringify(frames[0]).slice(0, 200)}`);
      socket.drop();
    }
    tally.blocks += 1;
    await setBlocked(run, member, blocked, false);
  }
}

/** Members hear of each like at once. */
function likeAgain(from: Member, { profileId }: Member, round: number): Promise<Answer> {
  const likeType = round % 20 < 10 ? 'LIKE' : 'UNDETERMINED';
  return from.ask(likes.putProfileLike, { body: { likerProfileId: from.profileId, likedProfileId: profileId, likeType } });
}

const moveTo = (member: Member, number: number): Promise<Answer> =>
  member.ask(positions.putPosition, {
    params: { profileId: member.profileId },
    body: {
      profileId: member.profileId,
      use: 'OVERRIDE',
      overrideLat: 33.4 + (number % 40) * 0.01,
      overrideLon: -112.07,
      hide: false,
      tsEffectiveUntil: Date.now() + hourMs * 20,
    },
  });

/** Hides from everybody and is shown again. */
export async function keepHiding(run: Run, member: Member, viewer: Member): Promise<void> {
  const [, question] = questionsAbout(viewer, member);
  if (question === undefined) return;
  const setHidden = (hide: boolean) => untilAnswered(run, 'hide', () => member.ask(settings.putSettings, { body: { hide } }));
  while (!run.isOver) {
    if (!(await seen(run, viewer, question))) continue;
    const { tally } = run;
    if ((await setHidden(true))?.status !== 200) continue;
    await expectUnseen(run, tally, viewer, question, 'hiding');
    tally.hides += 1;
    await setHidden(false);
  }
}

/** Logs out of one session after the other. Each process has used it before. */
export async function keepLoggingOut(run: Run, sessions: Browser[]): Promise<void> {
  while (!run.isOver) {
    const browser = sessions.pop();
    if (browser === undefined) return;
    const { tally } = run;
    const cookies = new Map(browser.cookies);
    const before = await askEach(run, browser, (one) => one.ask(settings.getSettings));
    if (before.some(({ status }) => status !== 200)) noteOddAnswer(run, `session ${before.map(({ status }) => status).join()}`);
    const answer = await untilAnswered(run, 'logout', () =>
      browser.ask(session.deleteAuth, { query: { keepsBrowserKnown: false } }),
    );
    if (answer === null || answer.status >= 300) continue;
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const after = await askEach(run, browser, (one) => one.ask(settings.getSettings));
    tally.asked += after.length;
    const accepted = after.filter(({ status }) => status === 200).length;
    tally.seenAfterFence += accepted;
    if (accepted > 0) run.findings.push(`${accepted} processes accepted a session after its logout`);
    tally.logouts += 1;
  }
}

/** Members who delete their accounts, one after the other. */
export async function keepDeleting(run: Run, members: Member[], viewer: Member, pauseMs: number): Promise<void> {
  while (!run.isOver) {
    const member = members.pop();
    if (member === undefined) return;
    const [question] = questionsAbout(viewer, member);
    if (question === undefined || !(await seen(run, viewer, question))) continue;
    const { tally } = run;
    const answer = await untilAnswered(run, 'deletion', () => member.ask(account.deleteAccount));
    // A repeated call no longer finds the session, and does not say whether the first one succeeded.
    if (answer === null || answer.status === 401) continue;
    if (answer.status >= 300) {
      noteOddAnswer(run, `deletion ${answer.status}`);
      continue;
    }
    await expectUnseen(run, tally, viewer, question, 'a deletion');
    tally.deletions += 1;
    await pause(pauseMs);
  }
}
