// A marker without a picture has the colour and the letter that the person has on the page.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { hueOfId } from '#shared/rules/no-picture.ts';
import { drawMarker, type MarkerLook } from './draw-marker.ts';

/** Records the colours and letters that are drawn. */
function recorder() {
  const fills: string[] = [];
  const letters: string[] = [];
  const values: Record<string, unknown> = {
    fillRect: () => fills.push(String(values['fillStyle'])),
    fillText: (text: string) => letters.push(text),
  };
  const context = new Proxy(values, {
    get: (_, key) => values[String(key)] ?? (() => undefined),
    set: (_, key, value) => ((values[String(key)] = value), true),
  }) as unknown as CanvasRenderingContext2D;
  return { fills, letters, context };
}

const lookOf = (name: string, profileId: string): MarkerLook => ({
  faces: [{ pictureId: null, name, profileId }],
  more: 0,
  px: 48,
  isOnline: false,
  isOwn: false,
});

test('the colour follows the id, as on tiles and in lists', () => {
  const id = '0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11';
  const { fills, letters, context } = recorder();
  const colours = mapColours('light', '#a93f16');
  drawMarker(context, lookOf('Éric', id), colours, () => undefined);
  expect(fills).toEqual([colours.paper, `oklch(0.62 0.19 ${hueOfId(id)})`]);
  expect(letters).toEqual(['É']);
});

test('a marker without a name has a question mark', () => {
  const { letters, context } = recorder();
  drawMarker(context, lookOf('', ''), mapColours('dark', '#ffa27a'), () => undefined);
  expect(letters).toEqual(['?']);
});
