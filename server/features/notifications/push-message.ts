// What a push says: one JSON that browsers with declarative push show by themselves and our worker shows elsewhere.
import { withAction, type PushAction } from '#shared/rules/notification-paths.ts';
import { shownName } from '#shared/rules/text.ts';
import { limits } from '#shared/rules/limits.ts';

export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** Whole address of the page that a click opens. */
  readonly navigate: string;
  /** Notifications of one tag replace each other on the device. */
  readonly tag: string;
  /** What the badge on the app's icon shows. */
  readonly unread: number;
  /** Buttons below it, where the device has such. */
  readonly actions: readonly PushAction[];
}

const actionTitles: Readonly<Record<PushAction, string>> = { reply: 'Reply', mute: 'Mute for 8 hours' };

/** 8030 is what marks a message as declarative; title and navigate are what it can't be without. */
export function pushMessage({ title, body, navigate, tag, unread, actions }: PushContent): string {
  const buttons = actions.map((action) => ({ action, title: actionTitles[action], navigate: withAction(navigate, action) }));
  const notification = { title, body, navigate, tag, ...(buttons.length === 0 ? {} : { actions: buttons }) };
  return JSON.stringify({ web_push: 8030, notification, app_badge: String(unread) });
}

/** What fits a lock screen, in characters. */
const previewMost = 80;

/** The most a preview gives away: whose it is and how it begins. */
export function preview(name: string, text: string): Pick<PushContent, 'title' | 'body'> {
  return { title: shownName(name, limits.profileNameShown), body: firstWords(text) };
}

/** On one line; cut after a whole word where there is one. */
function firstWords(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()];
  if (letters.length <= previewMost) return letters.join('');
  const cut = letters.slice(0, previewMost - 1).join('');
  return `${cut.replace(/\s\S*$/u, '')}…`;
}
