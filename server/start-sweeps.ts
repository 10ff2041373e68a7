// Starts the regular jobs. Jobs on the database run in one process at a time, jobs on a process's own memory or disk in each.
import type { FastifyInstance } from 'fastify';
import { deleteExpiredData } from './expired-data.ts';
import { removeUnseenDevices } from './features/notifications/push-queue.service.ts';
import { endSuspensions, sweepCases } from './features/reports/cases.sweep.ts';
import { deleteExpired } from './features/session/housekeeping.ts';
import { startSweep } from './jobs/sweep.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

export function startSweeps(app: FastifyInstance, world: World, services: Services): void {
  const { clock, limits, bus, mail } = world;
  const { pictures, grants, cooties, deletion, health, answeredHellos } = services;
  const once = (name: string, everyMs: number, round: () => Promise<unknown>) =>
    startSweep(app, world, { name, everyMs, isForAll: true, round });
  const inEachProcess = (name: string, everyMs: number, round: () => Promise<unknown>) =>
    startSweep(app, world, { name, everyMs, isForAll: false, round });

  once('ended sessions, links and emails', limits.housekeepingMs, () => deleteExpired(world));
  once('expired data', limits.housekeepingMs, () => deleteExpiredData(world));
  once('unfinished deletions', limits.housekeepingMs, deletion.finishEarlier);
  once('unseen push devices', limits.unseenDevicesSweepMs, () => removeUnseenDevices(world));
  once('pictures', limits.picturesSweepMs, pictures.sweep);
  once('shared pictures', limits.grantsSweepMs, grants.sweep);
  once('cooties', limits.communitySweepMs, cooties.playRounds);
  once('health reports', limits.communitySweepMs, health.sendDue);
  once('marks of health reports', limits.communitySweepMs, health.removeEndedMarks);
  once('answered hellos', limits.communitySweepMs, answeredHellos.sweep);
  bus.on(
    'casesDue',
    once('cases', limits.casesSweepMs, () => sweepCases(world, services)),
  );
  // Ages and suspensions are in the memory of each process, and mails without SMTP in its folder.
  inEachProcess('ages of members nearby', limits.communitySweepMs, services.nearby.updateAges);
  inEachProcess('ended suspensions', limits.casesSweepMs, async () => endSuspensions(world, services));
  inEachProcess('mail files', limits.housekeepingMs, async () => mail.removeBefore?.(clock.now() - limits.mailFilesMs));
}
