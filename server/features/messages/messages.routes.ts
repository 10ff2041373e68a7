// The calls about messages, and the key that makes a send happen once.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { messages } from '#shared/contract/messages.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { mount } from '../../http/mount.ts';
import type { World } from '../../world.ts';
import type { MessagesService } from './messages.service.ts';
import type { Draft } from './sending.ts';

export function messagesRoutes(app: FastifyInstance, { ids }: World, service: MessagesService): void {
  mount(app, messages.getMostRecentWith, ({ params, query }) => service.mostRecentWith(params.id, query));
  mount(app, messages.getBetween, ({ caller, params, query }) => service.between(caller.profileId, params.a, params.b, query));
  mount(app, messages.postMessage, ({ body, request }) =>
    service.send(body.senderProfileId, body, idempotencyKey(request) ?? keyOf(body) ?? ids.uuid()),
  );
  mount(app, messages.putMessageRead, ({ caller, params }) => service.markRead(caller.profileId, params.id));
  mount(app, messages.deleteMessage, async ({ caller, params, query }) => {
    await service.remove(caller.profileId, params.id, query.forBoth);
    return undefined;
  });
}

/** Without a key, the same words of the same moment are the same message; without a moment, nothing tells a repetition from a second one. */
function keyOf({ recipientProfileId, tsCreated, bodyText, profilePicIds }: Draft & { tsCreated?: number | null | undefined }) {
  if (tsCreated === undefined || tsCreated === null) return null;
  const said = JSON.stringify([recipientProfileId ?? 'broadcast', tsCreated, bodyText, profilePicIds]);
  return createHash('sha256').update(said).digest('hex');
}
