// The label before an own message in the list of conversations.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OwnPreview } from './ConversationRow.tsx';

test('the space between "You:" and a right-to-left message is outside of the isolated label', () => {
  expect(renderToStaticMarkup(<OwnPreview text="مرحبا" />)).toBe('<bdi>You:</bdi> مرحبا');
});
