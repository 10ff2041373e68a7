// The content of a push: what fits a lock screen, and the buttons.
import { expect, test } from 'vitest';
import { preview, pushMessage } from './push-message.ts';

const word = 'lighthouse';
test.each([
  ['a short text with line breaks', 'Shall\n we  meet?', 'Shall we meet?'],
  ['80 characters', '😀'.repeat(80), '😀'.repeat(80)],
  ['81 characters without a space', '😀'.repeat(81), `${'😀'.repeat(79)}…`],
  ['flags of two characters each', '🇩🇪'.repeat(41), `${'🇩🇪'.repeat(39)}…`],
  ['80 characters with spaces', `${`${word} `.repeat(7)}sea`, `${`${word} `.repeat(7)}sea`],
  ['a word across the end', `${`${word} `.repeat(7)}seas`, `${`${word} `.repeat(7).trim()}…`],
])('the preview of %s', (_, text, body) => {
  expect(preview('Anton', text)).toEqual({ title: 'Anton', body });
});

test('buttons have a name, and open the same page as the notification, with their action', () => {
  const content = { title: 'a', body: 'b', navigate: 'https://example.org/n/1', tag: 'c', unread: 3 };
  expect(JSON.parse(pushMessage({ ...content, actions: [] }))).toEqual({
    web_push: 8030,
    notification: { title: 'a', body: 'b', navigate: 'https://example.org/n/1', tag: 'c' },
    app_badge: '3',
  });
  expect(
    JSON.parse(pushMessage({ ...content, actions: [{ action: 'mute', title: 'Mute for 8 hours' }] })).notification.actions,
  ).toEqual([{ action: 'mute', title: 'Mute for 8 hours', navigate: 'https://example.org/n/1?then=mute' }]);
});
