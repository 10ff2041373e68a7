// The buttons of notifications: reply to a message, and mute its conversation.
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { notificationIdOf, peerIdOf } from '#shared/rules/notification-paths.ts';
import { cleanText } from '#shared/rules/text.ts';
import { deleteNotificationCall, postMessageCall, putMuteCall } from '#shared/rules/worker-calls.ts';
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import { requestSync } from '#client/offline/outbox/background-sync.ts';
import { newWrite } from '#client/offline/outbox/new-write.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { sendRequest } from '#client/offline/outbox/send.ts';
import { sender } from './keys.ts';
import { sendLast } from './store-for-page.ts';
import { sendOutbox } from './sync.ts';

declare const self: { readonly registration: ServiceWorkerRegistration };

/** The conversation of a notification. The push does not contain it, so the worker asks the server in the member's session. */
export interface NotifiedConversation {
  readonly own: string;
  readonly peer: string;
  readonly notificationId: string;
  /** The time of the notification. Missing if an older build has shown it. */
  readonly tsCreated?: number;
}

/** The longest time by which the request may delay the notification. */
const requestTimeoutMs = 2_000;

/** Resolves to null if there is no reply in time or no session. Then the buttons open the app. */
export function conversationOfPath(path: string): Promise<NotifiedConversation | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, requestTimeoutMs, null));
  return Promise.race([requestConversation(path).catch(() => null), timeout]);
}

async function requestConversation(path: string): Promise<NotifiedConversation | null> {
  const [notificationId, own] = [notificationIdOf(path), await sender()];
  if (notificationId === null || own === null) return null;
  const answer = await sendRequest(`/api/notifications/${own}`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (answer.is !== 'done' || !Array.isArray(answer.reply)) return null;
  const found: unknown = answer.reply.find((one: unknown) => fieldOf(one, 'id') === notificationId);
  const peer = peerIdOf(String(fieldOf(found, 'url')));
  const tsCreated = Number(fieldOf(found, 'tsCreated'));
  return peer === null ? null : { own, peer, notificationId, tsCreated };
}

/** Reads the conversation from a notification's data. The cast is safe, because only the worker writes it, or an earlier one. */
export const conversationIn = (data: unknown): NotifiedConversation | null =>
  (fieldOf(data, 'talk') as NotifiedConversation | undefined) ?? null;

/**
 * Puts the action of a button into the outbox, which sends it exactly once. A reply that the device cannot store is sent at once. Returns
 * false if that failed, if the device is locked or belongs to another member now, or if a reply has no text because the browser has no
 * field for it.
 */
export async function enqueueAction(action: string, conversation: NotifiedConversation, reply: string): Promise<boolean> {
  const bodyText = cleanText(reply);
  try {
    if ((await sender()) !== conversation.own) return false;
    if (action === 'mute') await enqueueMute(conversation);
    else if (action !== 'reply' || bodyText === '' || !(await enqueueReply(conversation, bodyText))) return false;
  } catch {
    return false;
  }
  await sendOutbox().catch(() => requestSync(self.registration));
  return true;
}

function enqueueMute({ own, peer }: NotifiedConversation): Promise<unknown> {
  const body = { profileId: peer, lastsMs: muteFromNotificationMs };
  return outboxQueue.add(newWrite(putMuteCall, { body }, { profile: own, label: 'Muted conversation' }));
}

/** Also deletes the notification, unless a newer message has replaced it. Returns false if the reply is neither stored nor sent. */
async function enqueueReply({ own, peer, notificationId, tsCreated }: NotifiedConversation, bodyText: string): Promise<boolean> {
  const body = { senderProfileId: own, recipientProfileId: peer, bodyText, profilePicIds: [], tsCreated: Date.now() };
  const message = newWrite(postMessageCall, { body }, { profile: own, label: 'Message' });
  if ((await outboxQueue.add(message).catch(() => sendLast(message))) === false) return false;
  const removal = { profile: own, label: 'Deleted notification' };
  const args = { params: { id: notificationId } };
  const path =
    deleteNotificationCall.path.replace('{id}', notificationId) + (tsCreated === undefined ? '' : `?tsCreated=${tsCreated}`);
  await outboxQueue.add(newWrite({ ...deleteNotificationCall, path }, args, removal)).catch(() => undefined);
  return true;
}
