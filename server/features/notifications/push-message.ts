// The JSON of a push, which browsers with declarative push show themselves and the service worker shows elsewhere.
import { withAction, type PushAction } from '#shared/rules/notification-paths.ts';
import { shownName } from '#shared/rules/text.ts';

export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** Absolute address of the page that a click opens. */
  readonly navigate: string;
  /** Notifications of one tag replace each other on the device. */
  readonly tag: string;
  /** The number on the app icon's badge. */
  readonly unread: number;
  /** Buttons below the text, on devices that support them. */
  readonly actions: readonly PushAction[];
}

const actionTitles: Readonly<Record<PushAction, string>> = { reply: 'Reply', mute: 'Mute for 8 hours' };

/** 8030 marks a message as declarative, which then requires title and navigate. */
export function pushMessage({ title, body, navigate, tag, unread, actions }: PushContent): string {
  const buttons = actions.map((action) => ({ action, title: actionTitles[action], navigate: withAction(navigate, action) }));
  const notification = { title, body, navigate, tag, ...(buttons.length === 0 ? {} : { actions: buttons }) };
  return JSON.stringify({ web_push: 8030, notification, app_badge: String(unread) });
}

/** The characters that fit a lock screen. */
const previewMost = 80;

/** The most a preview discloses: the sender and the first words. */
export function preview(name: string, text: string): Pick<PushContent, 'title' | 'body'> {
  return { title: shownName(name), body: firstWords(text) };
}

/** On one line, cut after a whole word if possible. */
function firstWords(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ')];
  if (letters.length <= previewMost) return letters.join('');
  const cut = letters.slice(0, previewMost - 1).join('');
  return `${cut.replace(/\s\S*$/u, '')}…`;
}
