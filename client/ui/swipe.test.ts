// The direction of a swipe, computed from a drag.
import { expect, test } from 'vitest';
import { swipeOf, type Drag } from './swipe.ts';

const still: Drag = { x: 0, y: 0, speedX: 0, speedY: 0 };
const cardPx = 300;

test.each([
  ['far to the right', { ...still, x: 150 }, 'right'],
  ['far to the left', { ...still, x: -150, y: 40 }, 'left'],
  ['far down', { ...still, y: 160 }, 'down'],
  ['far up', { ...still, y: -160 }, 'up'],
  ['a short and quick flick', { ...still, x: 30, speedX: 1.2 }, 'right'],
  ['a short drag', { ...still, x: 60 }, 'none'],
  ['a diagonal drag', { ...still, x: 150, y: 140 }, 'none'],
  ['a drag that turns back at its end', { ...still, x: 80, speedX: -2 }, 'none'],
] as const)('%s', (_title, drag, direction) => {
  expect(swipeOf(drag, cardPx)).toBe(direction);
});
