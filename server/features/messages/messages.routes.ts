// Routes of messages. They also compute the idempotency key of a message that is sent without one.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { messages } from '#shared/contract/messages.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import type { World } from '#server/world.ts';
import type { BroadcastsService } from './broadcasts.service.ts';
import type { MessagesService } from './messages.service.ts';
import type { Draft } from './send-once.ts';

export function messagesRoutes(
  app: FastifyInstance,
  { ids }: World,
  service: MessagesService,
  broadcasts: BroadcastsService,
): void {
  mount(app, messages.getMostRecentWith, ({ params, query }) => service.mostRecentWith(params.id, query));
  mount(app, messages.getBetween, ({ caller, params, query }) => service.between(caller.profileId, params.a, params.b, query));
  mount(app, messages.getSearch, ({ caller, query }) => service.search(caller.profileId, query));
  mount(app, messages.getBySector, ({ caller, params, query }) => broadcasts.bySector(caller, params.sector, query));
  mount(app, messages.getOwnSector, ({ caller }) => ({ sector: broadcasts.ownSector(caller.profileId) }));
  mount(app, messages.getMessage, ({ caller, params }) => service.find(caller.profileId, params.id));
  mount(app, messages.postMessage, ({ body, request }) => {
    const { send } = body.recipientProfileId ? service : broadcasts;
    return send(body.senderProfileId, body, idempotencyKey(request) ?? keyOf(body) ?? ids.uuid());
  });
  mount(app, messages.putMessageRead, ({ caller, params }) => service.markRead(caller.profileId, params.id));
  mount(app, messages.postMessageView, async ({ caller, params, request }) => {
    const bytes = await service.view(caller, params.id, idempotencyKey(request) ?? ids.uuid());
    return new RawReply(bytes, { 'content-type': 'image/webp', 'content-security-policy': "default-src 'none'; sandbox" });
  });
  mount(app, messages.putMessageReaction, ({ caller, params, body }) => service.react(caller.profileId, params.id, body.emoji));
  mount(app, messages.deleteMessage, async ({ caller, params, query }) => {
    const removal = [caller.profileId, params.id, query.forBoth] as const;
    if (!(await broadcasts.remove(...removal))) await service.remove(...removal);
    return undefined;
  });
}

/** The key for clients that send a time but no key. The same content at the same time has the same key. */
function keyOf({ tsCreated, ...draft }: Draft & { tsCreated?: number | null | undefined }) {
  if (tsCreated === undefined || tsCreated === null) return null;
  const { recipientProfileId, bodyText, profilePicIds, chatPicKeys = [] } = draft;
  const identity = [recipientProfileId ?? 'broadcast', tsCreated, bodyText, profilePicIds, ...chatPicKeys];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}
