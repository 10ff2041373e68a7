// A marker without a picture has the colour and the letter that the person has on the page.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { hueNearBrand } from '#shared/rules/no-picture.ts';
import { hueOf } from '#shared/rules/tint.ts';
import { drawMarker, drawPile, type MarkerLook } from './draw-marker.ts';

/** Records the colours, letters and circles that are drawn. */
function recorder() {
  const fills: string[] = [];
  const letters: string[] = [];
  const circles: { readonly x: number; readonly y: number; readonly radius: number }[] = [];
  let centre = { x: 0, y: 0 };
  const values: Record<string, unknown> = {
    fillRect: () => fills.push(String(values['fillStyle'])),
    fillText: (text: string) => letters.push(text),
    translate: (x: number, y: number) => (centre = { x, y }),
    restore: () => (centre = { x: 0, y: 0 }),
    arc: (x: number, y: number, radius: number) => circles.push({ x: centre.x + x, y: centre.y + y, radius }),
  };
  const context = new Proxy(values, {
    get: (_, key) => values[String(key)] ?? (() => undefined),
    set: (_, key, value) => ((values[String(key)] = value), true),
  }) as unknown as CanvasRenderingContext2D;
  return { fills, letters, circles, context };
}

const lookOf = (name: string, profileId: string): MarkerLook => ({
  faces: [{ pictureId: null, name, profileId }],
  more: '',
  px: 48,
  isOnline: false,
  isOwn: false,
});

test('the colour follows the id, as on tiles and in lists', () => {
  const id = '0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11';
  const { fills, letters, context } = recorder();
  const colours = mapColours('light', '#a93f16');
  drawMarker(context, lookOf('Éric', id), colours, () => undefined);
  expect(fills).toEqual([colours.paper, `oklch(0.62 0.11 ${hueNearBrand(id, hueOf(colours.accent))})`]);
  expect(letters).toEqual(['É']);
});

test('a marker whose name is empty has a question mark', () => {
  const { letters, context } = recorder();
  drawMarker(context, lookOf('', ''), mapColours('dark', '#ffa27a'), () => undefined);
  expect(letters).toEqual(['?']);
});

test.each(['', '+4'])('the two faces of a pile with "%s" more fill most of its circle, and stay in it', (more) => {
  const { circles, context } = recorder();
  const [pile = '', ...faces] = ['Ann', 'Ben', 'Cem'];
  drawPile(
    context,
    { ...lookOf(pile, ''), faces: faces.map((name) => ({ pictureId: null, name, profileId: '' })), more },
    mapColours('dark', '#ffa27a'),
    () => undefined,
  );
  const [outer, ...inner] = circles.toSorted((one, other) => other.radius - one.radius);
  const radius = outer?.radius ?? 0;
  for (const face of inner) expect(Math.hypot(face.x, face.y) + face.radius).toBeLessThan(radius * 1.03);
  const faceRadius = inner.at(-1)?.radius ?? 0;
  expect(faceRadius).toBeGreaterThanOrEqual(radius * 0.5);
});

test('in the dark theme, the rings around faces contrast with the land', () => {
  const { ring, land } = mapColours('dark', '#ffa27a');
  const lightness = (hex: string): number => Number.parseInt(hex.slice(3, 5), 16);
  expect(lightness(ring) - lightness(land)).toBeGreaterThan(50);
});
