// The beginning of an own message in the list of conversations.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OwnPreview } from './ConversationRow.tsx';

test('the space between "You:" and a message belongs to neither, whichever way the message runs', () => {
  expect(renderToStaticMarkup(<OwnPreview text="مرحبا" />)).toBe('<bdi>You:</bdi> مرحبا');
});
