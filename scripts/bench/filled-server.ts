// Starts a server process for a member with a long conversation and with many members with pictures nearby.
import { startServer } from '#client/e2e/support/server.ts';
import { seedMembers } from '#scripts/seed/members.ts';
import { demoPerson } from '#scripts/seed/people.ts';
import { readConfig } from '#server/config.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { openHub } from '#server/live/hub.ts';
import { openWorld } from '#server/open-world.ts';
import { openMessagesService } from '#server/testing/app/messages-service.ts';
import { generousRates } from '#server/testing/app/test-world.ts';

const text = 'Hello there, shall we meet for a coffee on Saturday? I know a place near the lake.';

export interface FilledServer {
  readonly origin: string;
  /** The session cookie of the member `profileId`. */
  readonly cookie: string;
  readonly profileId: string;
  /** The other member of the conversation. */
  readonly peerId: string;
  stop(): Promise<void>;
}

/** `nearby` is the number of other members at the member’s own place. */
export async function startFilledServer(messageCount: number, nearby: number): Promise<FilledServer> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  await server.kill('SIGTERM');
  const world = await openWorld(readConfig({ DATA_DIR: server.dataDir, PUBLIC_URL: server.origin, LOG_LEVEL: 'error' }));
  const people = Array.from({ length: nearby + 1 }, (_, i) => ({
    ...demoPerson(i + 1),
    place: demoPerson(1).place,
    publicPictures: 1,
    privatePictures: 0,
  }));
  await seedMembers(world, people, people.length);
  const [{ accountId, profileId }, { profileId: peerId }] = [demoPerson(1), demoPerson(2)];
  const hub = openHub(world, { cursorOf: () => '', isHidden: () => false });
  // These are more messages than a member may send in a day.
  const messages = await openMessagesService({ ...world, limits: { ...world.limits, rates: generousRates } }, hub);
  for (let n = 0; n < messageCount; n += 1) {
    const [from, to] = n % 3 === 0 ? [profileId, peerId] : [peerId, profileId];
    await messages.send(from, { recipientProfileId: to, bodyText: `${n}. ${text}`, profilePicIds: [] }, crypto.randomUUID());
  }
  const newSession = { accountId, profileId, isRemembered: true, byLink: true, device: 'Bench' };
  const cookie = await world.db.write((tx) => createSessionsService(world).create(tx, newSession));
  await world.close();
  await server.start();
  return { origin: server.origin, cookie, profileId, peerId, stop: () => server.stop() };
}
