// The actions of notification buttons with no page open: answering a message, or muting its conversation.
import { muteFromNotificationMs } from '#shared/rules/mutes.ts';
import { notificationIdOf, peerIdOf } from '#shared/rules/notification-paths.ts';
import { cleanText } from '#shared/rules/text.ts';
import { deleteNotificationCall, postMessageCall, putMuteCall } from '#shared/rules/worker-calls.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { newWrite } from '#client/offline/outbox/new-write.ts';
import { outboxQueue } from '#client/offline/outbox/outbox-queue.ts';
import { sendRequest } from '#client/offline/outbox/send.ts';
import { sendOutbox } from './sync.ts';

/** What this part needs of the worker. */
declare const self: { readonly registration: ServiceWorkerRegistration };

/** The conversation that a notification is of. A push does not say it: the worker asks, with the session of the member it is for. */
export interface Talk {
  readonly own: string;
  readonly peer: string;
  readonly notificationId: string;
}

/** Showing what came waits no longer for it. */
const askMostMs = 2_000;

/** Null where the server does not say it in time, or to nobody who is logged in here: the buttons then open the application. */
export function talkBehind(path: string): Promise<Talk | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, askMostMs, null));
  return Promise.race([ask(path).catch(() => null), tooLate]);
}

async function ask(path: string): Promise<Talk | null> {
  const [notificationId, own] = [notificationIdOf(path), await memberDatabase.sender()];
  if (notificationId === null || own === null) return null;
  const answer = await sendRequest(`/api/notifications/${own}`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(askMostMs),
  });
  if (answer.is !== 'done' || !Array.isArray(answer.reply)) return null;
  const found: unknown = answer.reply.find((one: unknown) => Reflect.get(Object(one), 'id') === notificationId);
  const peer = peerIdOf(String(Reflect.get(Object(found), 'url')));
  return peer === null ? null : { own, peer, notificationId };
}

/** As it was put into a notification. */
export function talkIn(data: unknown): Talk | null {
  const talk: unknown = Reflect.get(Object(data), 'talk');
  const [own, peer, notificationId] = ['own', 'peer', 'notificationId'].map((name) => Reflect.get(Object(talk), name));
  const isWhole = typeof own === 'string' && typeof peer === 'string' && typeof notificationId === 'string';
  return isWhole ? { own, peer, notificationId } : null;
}

/**
 * Whether the wish is safe on this device, and so will be done exactly once, however often it has to be sent. It is not where the
 * device is another member's by now, or locked, or where the browser has no field for an answer.
 */
export async function isKept(action: string, talk: Talk, answer: string): Promise<boolean> {
  const bodyText = cleanText(answer);
  try {
    if ((await memberDatabase.sender()) !== talk.own) return false;
    if (action === 'mute') await enqueueMute(talk);
    else if (action === 'reply' && bodyText !== '') await enqueueAnswer(talk, bodyText);
    else return false;
  } catch {
    return false;
  }
  await sendOutbox().catch(askForSync);
  return true;
}

function enqueueMute({ own, peer }: Talk): Promise<unknown> {
  const body = { profileId: peer, lastsMs: muteFromNotificationMs };
  return outboxQueue.add(newWrite(putMuteCall, { body }, { profile: own, label: 'Muted conversation' }));
}

/** A member who answers has dealt with the notification. */
async function enqueueAnswer({ own, peer, notificationId }: Talk, bodyText: string): Promise<void> {
  const body = { senderProfileId: own, recipientProfileId: peer, bodyText, profilePicIds: [], tsCreated: Date.now() };
  await outboxQueue.add(newWrite(postMessageCall, { body }, { profile: own, label: 'Message' }));
  const removal = { profile: own, label: 'Deleted notification' };
  const path = deleteNotificationCall.path.replace('{id}', notificationId);
  const args = { params: { id: notificationId } };
  await outboxQueue.add(newWrite({ ...deleteNotificationCall, path }, args, removal)).catch(() => undefined);
}

/** Nobody may be there to send it when the connection is back: where the browser can, it calls the worker. */
async function askForSync(): Promise<void> {
  const sync: unknown = Reflect.get(self.registration, 'sync');
  const register: unknown = Reflect.get(Object(sync), 'register');
  if (typeof register === 'function') await Promise.resolve(register.call(sync, 'outbox')).catch(() => undefined);
}
