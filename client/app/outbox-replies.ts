// Passes the reply to each write to its feature before the write is removed from the outbox.
import type { QueryClient } from '@tanstack/react-query';
import type { QueueName } from '#shared/contract/index.ts';
import { likeReplies } from '#client/features/likes/likes.replies.ts';
import { messageReplies } from '#client/features/messages/messages.replies.ts';
import { noteReplies } from '#client/features/notes/notes.replies.ts';
import { notificationReplies } from '#client/features/notifications/notifications.replies.ts';
import { profileReplies } from '#client/features/profiles/profiles.replies.ts';
import { settingsReplies } from '#client/features/settings/settings.replies.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { refresh, type ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

/** Does not compile if a queue has no handler. */
const handlers: Readonly<Record<QueueName, ReplyHandler<never>>> = {
  ...likeReplies,
  ...messageReplies,
  ...noteReplies,
  ...notificationReplies,
  ...profileReplies,
  ...settingsReplies,
};

export async function showReply(queries: QueryClient, { profile, queue, body }: OutboxEntry, reply: unknown): Promise<void> {
  const [name = '', id = ''] = queue.split(':');
  const handler: ReplyHandler<never> | undefined = handlers[name as QueueName];
  // The cast is safe as long as the server follows the contract.
  const delivered = { queries, profile, id, body, reply: reply as never };
  await handler?.show?.(delivered);
  await refresh(queries, handler?.changes?.(delivered) ?? []);
}
