// The open screens of several tabs for the connection that they share.
import { expect, test } from 'vitest';
import { createTabSubscriptions } from './tab-subscriptions.ts';

const looking = (conversationWith: string | null, isVisible = true) =>
  ({ type: 'looking', isVisible, conversationWith }) as const;

test('of two visible windows, the one with a conversation counts', () => {
  const subscriptions = createTabSubscriptions();
  subscriptions.add('map', looking(null));
  expect(subscriptions.merged('looking')).toEqual(looking(null));
  subscriptions.add('chat', looking('ben'));
  expect(subscriptions.merged('looking')).toEqual(looking('ben'));
  subscriptions.add('chat', looking('ben', false));
  expect(subscriptions.merged('looking')).toEqual(looking(null));
  subscriptions.add('map', looking(null, false));
  expect(subscriptions.merged('looking')).toEqual(looking(null, false));
});
