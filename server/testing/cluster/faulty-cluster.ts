// Several processes under load and faults: counts what was done, and what went wrong.
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { exchangeMessages, reportPosition } from '#server/testing/members/actions.ts';
import type { World } from '#server/world.ts';
import { prepareCluster, type Cluster } from './cluster.ts';
import { phases } from './fault-phases.ts';
import { keepBlocking, keepDeleting, keepHiding, keepLoggingOut } from './fence-load.ts';
import { conversationOf, keepReceiving, keepWriting } from './messages-load.ts';
import { keepContacting, keepMoving, keepUploading, type Mover, type Uploaded, type Writer } from './other-loads.ts';
import { beginRun, emptyTally, totalOf, type Tally } from './run.ts';
import { judge } from './verdict.ts';

export interface Targets {
  readonly messages: number;
  readonly blocks: number;
  readonly hides: number;
  readonly logouts: number;
  readonly positions: number;
}

interface Options {
  /** All faults are played in turn until this much is done. */
  readonly targets: Targets;
  /** How long each fault lasts. */
  readonly seconds: number;
  readonly seed: number;
  readonly onPhase?: (fault: string, tally: Tally) => void;
}

export interface Outcome {
  /** By fault. What is found after all faults is in the tally 'afterwards'. */
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly kills: number;
  /** Calls that a process had received completely and did not answer when it was terminated. */
  readonly cutCalls: number;
  /** How often processes ended themselves. */
  readonly ownEnds: number;
  readonly findings: readonly string[];
  readonly oddAnswers: ReadonlyMap<string, number>;
}

/**
 * How many members each kind has; for `blocking` how many pairs, and for `loggingOut` how many loads. Chosen so that the kinds with
 * a target reach it at about the same time.
 */
const count = {
  writing: 10,
  blocking: 5,
  hiding: 8,
  moving: 2,
  loggingOut: 2,
  pushed: 3,
  deleted: 40,
  contacting: 200,
  uploading: 20,
};

export async function runFaultyCluster({ targets, seconds, seed, onPhase }: Options): Promise<Outcome> {
  const random = seeded(seed);
  const cluster = await prepareCluster({ random, env: { USUAL_RATES: 'contact' } });
  try {
    const people = await cluster.fill((world) => populate(world, cluster, targets.logouts));
    await cluster.start();
    await meet(people, cluster);
    const run = beginRun(cluster, random);
    const tallies = new Map<string, Tally>();
    const done = {
      conversations: people.writing.map((member, at) => conversationOf(member, nextOf(people.writing, at))),
      pushed: people.pushed.map((member, at) => conversationOf(people.writing[at] ?? member, member)),
      movers: people.moving.map((member): Mover => ({ member, answered: 0, sent: 0 })),
      writers: people.contacting.map((member): Writer => ({ member, firstMs: 0, lastMs: 0, tally: null })),
      uploaded: [] as Uploaded[],
    };
    const picture = await plainPicture('png', 300, 200);
    const [viewer, ...uploaders] = people.others;
    if (viewer === undefined) throw new Error('There are too few members.');
    const loads = [
      ...done.conversations.map((one) => keepWriting(run, one, 20)),
      ...done.pushed.map((one) => keepWriting(run, one, 400)),
      ...done.movers.map((mover) => keepMoving(run, mover, 100)),
      ...people.blocking.map(([member, blocked]) => keepBlocking(run, member, blocked)),
      ...people.hiding.map((member) => keepHiding(run, member, viewer)),
      ...Array.from({ length: count.loggingOut }, () => keepLoggingOut(run, people.sessions)),
      keepDeleting(run, people.deleted, viewer, 500),
      keepContacting(run, done.writers, 300),
      keepUploading(run, uploaders, picture, done.uploaded, 1_000),
    ];
    const ended = Promise.all(loads);
    ended.catch(() => undefined);
    const receiving = Promise.all(done.conversations.map((one) => keepReceiving(run, one)));
    const isDone = () => {
      const total = totalOf(tallies.values());
      return (Object.keys(targets) as (keyof Targets)[]).every((name) => total[name] >= targets[name]);
    };
    for (let turn = 0; turn < phases.length || !isDone(); turn += 1) {
      const phase = phases[turn % phases.length];
      if (phase === undefined) break;
      const tally = tallies.get(phase.fault) ?? emptyTally();
      tallies.set(phase.fault, tally);
      run.tally = tally;
      const beganMs = performance.now();
      await Promise.race([phase.play(run, seconds), ended]);
      tally.seconds += Math.round((performance.now() - beganMs) / 1_000);
      onPhase?.(phase.fault, tally);
    }
    run.tally = emptyTally();
    tallies.set('afterwards', run.tally);
    run.isOver = true;
    await ended;
    run.isQuiet = true;
    await receiving;
    await judge(run, done);
    const cutCalls = cluster.processes.reduce((all, one) => all + one.cutCalls(), 0);
    const ownEnds = cluster.processes.reduce((all, one) => all + one.ownEnds(), 0);
    return { tallies, kills: run.kills, cutCalls, ownEnds, findings: run.findings, oddAnswers: run.oddAnswers };
  } finally {
    await cluster.close();
  }
}

const nextOf = (members: readonly Member[], at: number): Member => {
  const next = members[(at + 1) % members.length];
  if (next === undefined) throw new Error('There is nobody to write to.');
  return next;
};

type People = Awaited<ReturnType<typeof populate>>;

async function populate(world: World, { visitor, origin }: Cluster, logouts: number) {
  const several = async (many: number): Promise<Member[]> => {
    const members: Member[] = [];
    for (let made = 0; made < many; made += 1) members.push(await memberOf(world, visitor(), {}));
    return members;
  };
  const [first, second] = [await several(count.blocking), await several(count.blocking)];
  const leaving = await several(1);
  return {
    writing: await several(count.writing),
    pushed: await several(count.pushed),
    moving: await several(count.moving),
    hiding: await several(count.hiding),
    blocking: first.map((member, at): readonly [Member, Member] => [member, second[at] ?? member]),
    deleted: await several(count.deleted),
    contacting: await several(count.contacting),
    others: await several(1 + count.uploading),
    // More than the target, because members log out until all targets are reached and the last phase has ended.
    sessions: await sessionsOf(world, origin, leaving, Math.ceil(logouts * 1.3)),
  };
}

/** Browsers in which the members are logged in. */
async function sessionsOf(world: World, origin: string, members: readonly Member[], many: number): Promise<Browser[]> {
  const sessions = createSessionsService(world);
  const browsers: Browser[] = [];
  await world.db.write(async (tx) => {
    for (let made = 0; made < many; made += 1) {
      const { accountId, profileId } = members[made % members.length] ?? { accountId: '', profileId: '' };
      const browser = browserOf(origin);
      browser.cookies.set(
        'sid',
        await sessions.create(tx, { accountId, profileId, isRemembered: false, byLink: true, device: 'a test' }),
      );
      browsers.push(browser);
    }
  });
  return browsers;
}

/**
 * Gives a position to the members who block, are blocked, hide, view or upload. Each blocking pair write to each other, and each
 * member who gets pushes subscribes a device.
 */
async function meet({ blocking, hiding, others, pushed }: People, cluster: Cluster): Promise<void> {
  const forMs = 20 * hourMs;
  for (const member of [...blocking.flat(), ...hiding, ...others]) await reportPosition(member, Date.now(), { forMs });
  for (const [member, blocked] of blocking) await exchangeMessages(member, blocked);
  for (const member of pushed) {
    const { endpoint, p256dh, auth } = cluster.push.subscribe();
    const device = { deviceName: 'Phone', endpoint, expirationTime: null, p256dh_base64: p256dh, auth_base64: auth };
    await member.call(settings.putSettings, { body: { pushSubscriptions: [device], previews: true } });
  }
}
