// Shows each push as a notification, and opens its page when it is clicked.
import { notificationIdOf, pushActions, withAction, type PushAction } from '#shared/rules/notification-paths.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { fieldOf, textAt } from '#shared/rules/unknown-fields.ts';
import { storedKeys } from '#client/offline/device-root.ts';
import type { WorkerHost } from './host.ts';
import { deviceState, sender } from './keys.ts';
import { languageOfPages } from './precache.ts';
import { conversationIn, conversationOfPath, enqueueAction, type NotifiedConversation } from './push-actions.ts';
import { sendOutbox } from './sync.ts';

declare const self: {
  readonly workerHost: WorkerHost;
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: { setAppBadge?(unread: number): Promise<void> };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
};

interface AppWindow {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface PushMessage {
  readonly data: { json(): unknown } | null;
}

/** A click on a notification or one of its buttons. For the notification itself, `action` is empty. */
export interface NotificationClick {
  readonly notification: Pick<Notification, 'close' | 'data'>;
  readonly action: string;
  /** What the member typed, if the browser has a field for it. */
  readonly reply?: string | null;
}

interface NotificationContent {
  readonly title: string;
  readonly body: string;
  readonly tag: string | undefined;
  /** The path of the notification's page. */
  readonly path: string;
  /** The number on the app's icon. Null leaves it as it is. */
  readonly unread: number | null;
  readonly actions: readonly ActionButton[];
}

interface ActionButton {
  readonly action: PushAction;
  readonly title: string;
}

/** Options that TypeScript's library does not have. */
interface FullNotificationOptions extends NotificationOptions {
  /** Alerts again when the notification replaces one with the same tag. */
  readonly renotify?: boolean;
  /** Buttons. The type `text` is a text field in browsers that support it. */
  readonly actions?: readonly (ActionButton & { readonly type?: 'text'; readonly placeholder?: string })[];
}

/** An open page has this time to confirm that it has opened the path. */
const openTimeoutMs = 1_000;

/** Always shows a notification, because browsers otherwise take back the permission. */
export async function showPush({ data }: PushMessage): Promise<void> {
  const { title, body, tag, path, unread, actions } = await contentOf(parsed(data));
  const conversation = actions.length === 0 ? null : await conversationOfPath(path);
  const options: FullNotificationOptions = {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path, talk: conversation, shownMs: Date.now() },
    ...(actions.length === 0 ? {} : { actions: actions.map((one) => buttonOf(one, conversation)) }),
  };
  const shown = self.registration.showNotification(title, tag === undefined ? options : { ...options, tag, renotify: true });
  // The device is online, so the outbox is sent too. If the badge or the outbox fails, the notification is still shown.
  await Promise.allSettled([shown, unread === null ? undefined : setBadge(unread), sendOutbox()]);
  await endPushAfterLogout().catch(() => undefined);
}

/** Ends the subscription at the push service if a logout without a connection could not do so. */
async function endPushAfterLogout(): Promise<void> {
  const { owner, isLockSet } = await storedKeys();
  if (owner === null && !isLockSet) await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

/** The reply button has a text field if the conversation is known. */
const buttonOf = (button: ActionButton, conversation: NotifiedConversation | null) =>
  button.action === 'reply' && conversation !== null ? { ...button, type: 'text' as const, placeholder: button.title } : button;

/** Puts the button's action into the outbox if possible. Otherwise it opens the page of the notification. */
export async function handleClick({ notification, action, reply }: NotificationClick): Promise<void> {
  notification.close();
  const path = sameOriginPath(fieldOf(notification.data, 'path'), location.origin);
  const conversation = conversationIn(notification.data);
  if (conversation !== null && (await enqueueAction(action, conversation, reply ?? ''))) return;
  const button = pushActions.find((one) => one === action);
  await open(button === undefined || notificationIdOf(path) === null ? path : withAction(path, button));
}

/** Opens the path in an open window, or else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (client === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  // Rejects if there was no recent click.
  await client.focus().catch(() => undefined);
  if (await hasOpened(client, path)) return;
  await client.navigate(path).catch(() => self.clients.openWindow(path));
}

/** Asks the page to open the path, because a reload would interrupt what it does. */
function hasOpened(client: AppWindow, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), openTimeoutMs);
    client.postMessage({ type: 'OPEN', path }, [port2]);
  });
}

/** With an app lock or without a logged-in member, the notification has a neutral text. */
async function contentOf(message: unknown): Promise<NotificationContent> {
  const notification = fieldOf(message, 'notification');
  const title = textAt(notification, 'title') ?? '';
  const { isLockSet } = await deviceState();
  const isLoggedIn = (await sender().catch(() => null)) !== null;
  const isReadable = title !== '' && isLoggedIn;
  const unread = Number.parseInt(String(fieldOf(message, 'app_badge')), 10);
  return {
    title: isReadable ? title : self.workerHost.notification.title,
    body: isReadable ? (textAt(notification, 'body') ?? '') : await neutralText(),
    tag: textAt(notification, 'tag') || undefined,
    path: sameOriginPath(fieldOf(notification, 'navigate'), location.origin),
    unread: Number.isNaN(unread) || !(isLoggedIn || isLockSet) ? null : Math.max(0, unread),
    actions: isReadable ? actionsIn(fieldOf(notification, 'actions')) : [],
  };
}

async function neutralText(): Promise<string> {
  const { build, notification } = self.workerHost;
  const language = await languageOfPages(build).catch(() => 'en');
  return notification.bodies[language] ?? notification.bodies.en ?? '';
}

/** The buttons whose actions this worker knows. */
function actionsIn(value: unknown): readonly ActionButton[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const [action, title] = [pushActions.find((known) => known === fieldOf(one, 'action')), textAt(one, 'title') ?? ''];
    return action === undefined || title === '' ? [] : [{ action, title }];
  });
}

function parsed(data: PushMessage['data']): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

const setBadge = async (unread: number): Promise<void> => self.navigator.setAppBadge?.(unread);
