// Draws round markers: a picture or a letter with a ring, a dot for members online now, and piles of two.
import type { MapColours } from '#shared/rules/map-colours.ts';
import { hueNearBrand, initialOf } from '#shared/rules/no-picture.ts';
import { hueOf } from '#shared/rules/tint.ts';

export type Face = {
  /** Null for a person without a picture. The first letter of the name is then shown. */
  readonly pictureId: string | null;
  /** Null until it is known. */
  readonly name: string | null;
  /** Gives the colour behind the letter. */
  readonly profileId: string;
};

export type MarkerLook = {
  /** One face, or the first two of a pile. */
  readonly faces: readonly Face[];
  /** How many more faces the pile has, for example "+3". Empty if none. */
  readonly more: string;
  /** The diameter of the picture with its ring, in CSS pixels. */
  readonly px: number;
  /** True if the person, or somebody in the pile, is online now. */
  readonly isOnline: boolean;
  /** True for the own marker, which has a ring in the accent colour and a halo. */
  readonly isOwn: boolean;
};

/** The space for the shadow or halo around the ring, as a fraction of the size. */
export const marginShare = 0.14;

type PictureOf = (face: Face) => HTMLImageElement | undefined;

/** Draws around the point 0,0. */
export function drawMarker(context: CanvasRenderingContext2D, look: MarkerLook, colours: MapColours, pictureOf: PictureOf): void {
  const radius = look.px / 2;
  const ring = look.isOwn ? Math.max(2.5, look.px / 14) : Math.max(2, look.px / 24);

  if (look.isOwn) {
    context.globalAlpha = 0.22;
    disc(context, 0, 0, radius * (1 + marginShare * 1.6), colours.accent);
    context.globalAlpha = 1;
  }
  drawRaised(context, radius, look.isOwn ? colours.accent : colours.ring, colours);
  const [face] = look.faces;
  if (face) drawFace(context, face, 0, 0, radius - ring, colours, pictureOf(face));

  if (look.isOnline) drawDot(context, radius * dotShare, radius * dotShare, look.px * 0.13, colours);
}

/** The diameter of a face of a pile, and how far the two are from the middle, as fractions of the pile's radius. */
const faceShare = 40 / 26;
const apartShare = { right: 0.3, down: 0.08 };

/** Draws two faces around 0,0, the first one over the second, and on the lower right the number of further ones. */
export function drawPile(context: CanvasRenderingContext2D, look: MarkerLook, colours: MapColours, pictureOf: PictureOf): void {
  const radius = look.px / 2;
  const [right, down, faceRadius] = [radius * apartShare.right, radius * apartShare.down, (radius * faceShare) / 2];
  const [front, back] = look.faces;
  for (const [face, side] of [
    [back, 1],
    [front, -1],
  ] as const) {
    if (!face) continue;
    context.save();
    context.translate(side * right, -side * down);
    drawRaised(context, faceRadius, colours.ring, colours);
    context.restore();
    drawFace(context, face, side * right, -side * down, faceRadius - 2, colours, pictureOf(face));
  }
  // A number has the lower right, so the dot is on the lower left.
  const side = look.more === '' ? 1 : -1;
  if (look.isOnline)
    drawDot(context, side * (right + faceRadius * dotShare), faceRadius * dotShare - side * down, look.px * 0.1, colours);
  if (look.more !== '') drawNumber(context, look.more, radius, colours);
}

/** Draws a number in a pill that ends at the right edge of a pile. */
function drawNumber(context: CanvasRenderingContext2D, text: string, radius: number, { paper, ring, ink }: MapColours): void {
  const height = radius * 0.64;
  context.font = `700 ${Math.round(height * 0.7)}px system-ui, sans-serif`;
  const length = Math.max(0, context.measureText(text).width - height * 0.3);
  const [end, y] = [radius * 1.14 - height / 2, radius * 0.74];
  context.lineCap = 'round';
  for (const [colour, width] of [
    [ring, height + 3],
    [paper, height],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(end - length, y);
    context.lineTo(end, y);
    context.stroke();
  }
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, end - length / 2, y + 0.5);
}

/** The dot is on the edge of a face, 45 degrees down to the side. */
const dotShare = Math.SQRT1_2 * 1.02;

/** Draws the dot for online now. */
function drawDot(context: CanvasRenderingContext2D, x: number, y: number, size: number, colours: MapColours): void {
  const dot = Math.max(3.5, size);
  disc(context, x, y, dot + 2, colours.paper);
  disc(context, x, y, dot, colours.online);
}

function drawRaised(context: CanvasRenderingContext2D, radius: number, colour: string, { shadow }: MapColours): void {
  context.save();
  context.shadowColor = shadow;
  context.shadowBlur = radius * 0.22;
  context.shadowOffsetY = radius * 0.06;
  disc(context, 0, 0, radius, colour);
  context.restore();
}

function drawFace(
  context: CanvasRenderingContext2D,
  face: Face,
  x: number,
  y: number,
  radius: number,
  colours: MapColours,
  picture: HTMLImageElement | undefined,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.clip();
  if (picture?.complete && picture.naturalWidth > 0) drawCover(context, picture, radius);
  else drawInitial(context, face, radius, colours);
  context.restore();
}

function disc(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: CanvasRenderingContext2D['fillStyle'],
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** Fills the circle with the picture. Of a portrait it uses the upper part, where the face is. */
function drawCover(context: CanvasRenderingContext2D, picture: HTMLImageElement, radius: number): void {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const side = Math.min(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - side) / 2, (height - side) * 0.3, side, side, -radius, -radius, 2 * radius, 2 * radius);
}

/**
 * Draws the first letter of the name, or a figure while the name is not known, in the colours that the page uses for people without a
 * picture (picture.css).
 */
function drawInitial(
  context: CanvasRenderingContext2D,
  { name, profileId }: Face,
  radius: number,
  { paper, ink, accent }: MapColours,
): void {
  context.fillStyle = paper;
  context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  context.globalAlpha = 0.22;
  context.fillStyle = `oklch(0.62 0.11 ${hueNearBrand(profileId, hueOf(accent))})`;
  context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  context.globalAlpha = 1;
  context.fillStyle = ink;
  if (name === null) return drawPerson(context, radius);
  context.font = `600 ${Math.round(radius * 0.95)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(initialOf(name), 0, radius * 0.06);
}

/** Draws head and shoulders, which the circle of the face clips. */
function drawPerson(context: CanvasRenderingContext2D, radius: number): void {
  context.globalAlpha = 0.5;
  disc(context, 0, -radius * 0.22, radius * 0.34, context.fillStyle);
  disc(context, 0, radius * 0.88, radius * 0.64, context.fillStyle);
  context.globalAlpha = 1;
}
