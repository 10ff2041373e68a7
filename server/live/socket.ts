// The WebSocket endpoint /api/ws, and its commands.
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { closeCodes, liveCommand, type LiveCommand } from '#shared/contract/live.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import type { DistinctLimiter } from '#server/http/distinct-limits.ts';
import { ownOrigin } from '#server/http/guards.ts';
import { Problem, problem, sendProblem } from '#server/http/problems.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressGroups } from '#server/http/address-groups.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import { isLocked } from '#server/http/session-lock.ts';
import type { World } from '#server/world.ts';
import type { Cursors } from './cursors.ts';
import type { Connection, Hub, HubSocket } from './hub.ts';
import { resume, type ChangedMessages } from './resume.ts';

interface Dependencies {
  readonly hub: Hub;
  readonly cursors: Cursors;
  readonly messages: ChangedMessages & { haveBothWritten(a: string, b: string): Promise<boolean> };
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'sendTyping'>>;
  readonly profiles: { isComplete(profileId: string): Promise<boolean> };
  readonly distinct: DistinctLimiter;
  readonly visibility: {
    isHidden(viewerId: string, otherId: string): boolean;
    suspendedUntil(profileId: string): number | null;
  };
}

const rateWindowMs = 10_000;

/**
 * Accepts WebSocket upgrades. Register it before the guards, because connections that they refuse would otherwise stay open. When the
 * application closes, every socket is closed with 1001.
 */
export async function acceptUpgrades(app: FastifyInstance, { limits, log }: World, hub: Hub): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: limits.socketFrameBytes, perMessageDeflate: false },
    // After an invalid frame or an error of the connection, the socket closes by itself.
    errorHandler: (error) => log.debug({ err: error }, 'a socket failed'),
    preClose: (done) => {
      hub.close();
      app.websocketServer.close();
      done();
    },
  });
}

export function liveSocket(app: FastifyInstance, world: World, dependencies: Dependencies): void {
  const { hub, visibility } = dependencies;
  const { limits, log } = world;
  // A socket belongs to this process, and so does its limit.
  const commands = localCounts(world.clock);
  const allowance = { max: limits.socketMessagesPer10s, perMs: rateWindowMs };

  app.route({
    method: 'GET',
    url: '/api/ws',
    websocket: true,
    config: { openBecause: 'the route checks the session itself, before the upgrade', isSocket: true },
    onRequest: async (request, reply) => {
      // Browsers send the cookie with sockets of any page, so the Origin header is checked.
      if (request.headers.origin?.toLowerCase() !== ownOrigin(request)) return sendProblem(reply, problem('foreign-origin'));
      request.caller = await app.findCaller(request, { rereads: true });
      if (request.caller === null) return sendProblem(reply, problem('unauthenticated'));
      if (!request.caller.roles.includes('USER')) return sendProblem(reply, problem('forbidden'));
      if (!(await hub.hasRoomFor({ profileId: request.caller.profileId, addresses: addressGroups(request.ip) })))
        return sendProblem(reply, problem('too-many-requests', { retryAfterSeconds: limits.socketPingMs / 1_000 }));
      return undefined;
    },
    handler: (socket, request) => {
      const { caller } = request;
      if (caller === null) return socket.terminate();
      const { accountId, profileId, sessionHash, lockHash } = caller;
      const hubSocket: HubSocket = {
        send: (frame) => socket.send(frame),
        ping: () => {
          socket.ping();
          // There is no event if a session expires, or another process changes the roles.
          Promise.resolve(app.findCaller(request)).then(
            (found) => {
              if (!found?.roles.includes('USER')) connection?.end(closeCodes.ended, 'log in again');
              else if (found.lockHash !== lockHash) connection?.end(closeCodes.goingAway, 'come back');
            },
            (error: unknown) => log.warn({ err: error }, 'a session could not be looked up'),
          );
        },
        bufferedBytes: () => socket.bufferedAmount,
        close: (code, reason) => socket.close(code, reason),
        terminate: () => socket.terminate(),
      };
      const connection = hub.connect({ profileId, sessionHash, addresses: addressGroups(request.ip) }, hubSocket);
      if (connection === null) return socket.close(closeCodes.misuse, 'too many sockets');

      const onFailure = (error: unknown): void => {
        log.error({ err: error }, 'a socket command failed');
        connection.end(closeCodes.goingAway, 'come back');
      };
      let isOpened = lockHash === null;
      // Runs one command at a time, so that effects and answers keep their order.
      let done = Promise.resolve(connection.endSurplus()).catch(onFailure);
      const rateKey = world.ids.uuid();
      socket.on('pong', () => connection.markAlive());
      socket.on('close', () => {
        connection.remove();
        commands.forget(rateKey);
      });
      socket.on('message', (data, isBinary) => {
        if (socket.readyState !== socket.OPEN) return;
        connection.markAlive();
        const command = isBinary ? null : commandOf(String(data));
        if (command === null || !commands.take(rateKey, allowance).isAllowed)
          return connection.end(closeCodes.misuse, 'invalid command, or too many');
        isOpened ||= command.type === 'resume' && !isLocked(caller, command.proof);
        if (!isOpened) return connection.end(closeCodes.locked, 'locked');
        done = done
          .then(() => (socket.readyState === socket.OPEN ? execute(command, { accountId, profileId }, connection) : undefined))
          .catch(onFailure);
      });
    },
  });

  /** Only members who both have written see that somebody types, because it shows that they are online. */
  async function mayType(profileId: string, recipientId: string): Promise<boolean> {
    if (!(await dependencies.preferencesOf(profileId)).sendTyping || !(await dependencies.profiles.isComplete(profileId)))
      return false;
    if (!(await dependencies.messages.haveBothWritten(profileId, recipientId))) return false;
    // Whether they are hidden from each other is checked on delivery.
    return visibility.suspendedUntil(profileId) === null;
  }

  /** False for more sectors than the member may look at in a day. Watching one counts like asking for it by a call. */
  async function mayWatch(accountId: string, sectors: readonly string[]): Promise<boolean> {
    try {
      await dependencies.distinct.takeOrThrow(`sectors:${accountId}`, sectors, limits.rates.sectorsAsked);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  async function execute(
    command: LiveCommand,
    { accountId, profileId }: Pick<Caller, 'accountId' | 'profileId'>,
    connection: Connection,
  ): Promise<void> {
    switch (command.type) {
      case 'resume': {
        const isAllowed = await mayWatch(accountId, command.sectors ?? []);
        // Without a mark, the page reads everything again.
        return resume(dependencies, connection, profileId, isAllowed ? command : { ...command, since: undefined, sectors: [] });
      }
      case 'ping':
        return connection.send({ type: 'pong' });
      case 'watchSectors':
        if (await mayWatch(accountId, command.sectors)) connection.watch(command.sectors);
        return;
      case 'looking':
        return connection.setView(command.isVisible, command.conversationWith);
      case 'typing': {
        const { recipientProfileId } = command;
        if (!(await mayType(profileId, recipientProfileId))) return;
        const event = { type: 'typing', profileId } as const;
        await world.changes.publish({ type: 'deliver', profileId: recipientProfileId, aboutProfileId: profileId, event });
      }
    }
  }
}

function commandOf(text: string): LiveCommand | null {
  try {
    return z.parse(liveCommand, JSON.parse(text));
  } catch {
    return null;
  }
}
