// The JSON of a push, shown by browsers with declarative push and otherwise by the service worker.
import { withAction, type PushAction } from '#shared/rules/notification-paths.ts';
import { shownName, wholeLetters } from '#shared/rules/letters.ts';
import { lengthOf } from '#shared/rules/text.ts';

interface PushButton {
  readonly action: PushAction;
  readonly title: string;
}

export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** The absolute URL that a click opens. */
  readonly navigate: string;
  /** Notifications with the same tag replace each other on the device. */
  readonly tag: string;
  /** The number on the app icon's badge. */
  readonly unread: number;
  /** Buttons on devices that support them. */
  readonly actions: readonly PushButton[];
}

/** The number 8030 marks a declarative message, which must have `title` and `navigate`. */
export function pushMessage({ title, body, navigate, tag, unread, actions }: PushContent): string {
  const buttons = actions.map((button) => ({ ...button, navigate: withAction(navigate, button.action) }));
  const notification = { title, body, navigate, tag, ...(buttons.length === 0 ? {} : { actions: buttons }) };
  return JSON.stringify({ web_push: 8030, notification, app_badge: String(unread) });
}

/** In characters. A longer text does not fit a lock screen. */
const maxPreviewLength = 80;

/** The sender's name and the first words of the message. */
export function preview(name: string, text: string): Pick<PushContent, 'title' | 'body'> {
  return { title: shownName(name), body: firstWords(text) };
}

/** On one line, cut after a whole word if possible. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  if (lengthOf(line) <= maxPreviewLength) return line;
  const truncated = wholeLetters(line, maxPreviewLength - 1);
  return `${truncated.replace(/\s\S*$/u, '')}…`;
}
