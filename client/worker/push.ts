// Shows each push exactly once, and opens its page when it is clicked.
import { notificationIdOf, pushActions, withAction, type PushAction } from '#shared/rules/notification-paths.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { memberDatabase } from '#client/offline/database.ts';
import type { WorkerHost } from './host.ts';
import { isKept, talkBehind, talkIn, type Talk } from './push-actions.ts';
import { sendOutbox } from './sync.ts';

/** What this part needs of the worker. */
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

/** What came. */
export interface Pushed {
  readonly data: { json(): unknown } | null;
}

/** What was clicked; `action` is empty for the notification itself. */
export interface Clicked {
  readonly notification: Pick<Notification, 'close' | 'data'>;
  readonly action: string;
  /** What was written into the field of a button, where the browser has such. */
  readonly reply?: string | null;
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string | undefined;
  /** Path of the page behind it. */
  readonly path: string;
  /** What the badge on the icon says; null leaves it as it is. */
  readonly unread: number | null;
  readonly actions: readonly ShownAction[];
}

interface ShownAction {
  readonly action: PushAction;
  readonly title: string;
}

/** Known to browsers, not to TypeScript's library. */
interface ShownOptions extends NotificationOptions {
  /** A newer notification of the same tag makes itself heard too. */
  readonly renotify?: boolean;
  /** Buttons; one of type text is a field to write into, where the browser has such. */
  readonly actions?: readonly (ShownAction & { readonly type?: 'text'; readonly placeholder?: string })[];
}

/** How long an open page may take to say that it has opened the path by itself. */
const answerMs = 1_000;

/** Browsers take the right to push away from a site whose pushes show nothing: whatever came, something is shown. */
export async function showPush({ data }: Pushed): Promise<void> {
  const { title, body, tag, path, unread, actions } = await shownOf(parsed(data));
  const talk = actions.length === 0 ? null : await talkBehind(path);
  const options: ShownOptions = {
    body,
    icon: '/icons/icon-192.png',
    data: { path, talk },
    ...(actions.length === 0 ? {} : { actions: actions.map((one) => buttonOf(one, talk)) }),
  };
  const shown = self.registration.showNotification(title, tag === undefined ? options : { ...options, tag, renotify: true });
  // The connection is there, and the worker awake: what waits to be sent goes along. Neither may keep the push from showing.
  await Promise.allSettled([shown, unread === null ? undefined : setBadge(unread), sendOutbox()]);
}

/** An answer needs somebody to go to. */
const buttonOf = (shown: ShownAction, talk: Talk | null) =>
  shown.action === 'reply' && talk !== null ? { ...shown, type: 'text' as const, placeholder: 'Message' } : shown;

/** Does what its button says where it stands, or opens the page behind it. */
export async function openPushed({ notification, action, reply }: Clicked): Promise<void> {
  notification.close();
  const path = sameOriginPath(fieldOf(notification.data, 'path'), location.origin);
  const talk = talkIn(notification.data);
  if (talk !== null && (await isKept(action, talk, textOf(reply)))) return;
  const asked = pushActions.find((one) => one === action);
  await open(asked === undefined || notificationIdOf(path) === null ? path : withAction(path, asked));
}

/** In the window that is open, else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (client === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  // Refused where the browser sees no click of the member behind it.
  await client.focus().catch(() => undefined);
  if (await hasOpened(client, path)) return;
  await client.navigate(path).catch(() => self.clients.openWindow(path));
}

/** The page changes its screen without a reload, so that nothing that runs in it is lost. */
function hasOpened(client: AppWindow, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
    client.postMessage({ type: 'OPEN', path }, [port2]);
  });
}

/** While an app lock is set it says nothing of what it is about, whatever was sent. */
async function shownOf(message: unknown): Promise<Shown> {
  const notification = fieldOf(message, 'notification');
  const title = textOf(fieldOf(notification, 'title'));
  const isWhole = title !== '' && !(await memberDatabase.isLockSet().catch(() => true));
  const unread = Number.parseInt(String(fieldOf(message, 'app_badge')), 10);
  return {
    title: isWhole ? title : self.workerHost.notification.title,
    body: isWhole ? textOf(fieldOf(notification, 'body')) : self.workerHost.notification.body,
    tag: textOf(fieldOf(notification, 'tag')) || undefined,
    path: sameOriginPath(fieldOf(notification, 'navigate'), location.origin),
    unread: Number.isNaN(unread) ? null : Math.max(0, unread),
    actions: isWhole ? actionsIn(fieldOf(notification, 'actions')) : [],
  };
}

/** Those that this worker knows. */
function actionsIn(value: unknown): readonly ShownAction[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const [action, title] = [pushActions.find((known) => known === fieldOf(one, 'action')), textOf(fieldOf(one, 'title'))];
    return action === undefined || title === '' ? [] : [{ action, title }];
  });
}

function parsed(data: Pushed['data']): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const setBadge = async (unread: number): Promise<void> => self.navigator.setAppBadge?.(unread);
