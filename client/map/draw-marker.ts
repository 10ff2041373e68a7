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

  if (look.isOnline) drawDot(context, radius, look.px * 0.13, dotAngle, colours);
}

/** Draws two faces side by side around 0,0, the first one in front, and below them the number of further ones. */
export function drawPile(context: CanvasRenderingContext2D, look: MarkerLook, colours: MapColours, pictureOf: PictureOf): void {
  const radius = look.px / 2;
  const hasMore = look.more !== '';
  drawRaised(context, radius, colours.ring, colours);
  disc(context, 0, 0, radius - Math.max(1.5, look.px / 32), colours.paper);
  const faceRadius = radius * (hasMore ? 0.5 : 0.54);
  const y = hasMore ? -radius * 0.22 : 0;
  const apart = radius * (hasMore ? 0.36 : 0.38);
  const [front, back] = look.faces;
  if (back) drawFace(context, back, apart, y, faceRadius, colours, pictureOf(back));
  if (front) {
    // The gap between the two is only where the back face is, so that the ring around both stays whole.
    context.save();
    context.beginPath();
    context.arc(apart, y, faceRadius + 0.5, 0, 2 * Math.PI);
    context.clip();
    disc(context, -apart, y, faceRadius + radius * 0.07, colours.paper);
    context.restore();
    drawFace(context, front, -apart, y, faceRadius, colours, pictureOf(front));
  }
  if (hasMore) {
    context.fillStyle = colours.ink;
    context.font = `700 ${Math.round(radius * 0.46)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(look.more, 0, radius * 0.58);
  }
  if (look.isOnline) drawDot(context, radius, look.px * 0.115, hasMore ? dotAngleBesideNumber : dotAngle, colours);
}

/** From the right, downwards. */
const dotAngle = Math.PI / 4;
/** Between the faces and the number. */
const dotAngleBesideNumber = Math.PI / 7;

/** Draws the dot for online now on the edge of a circle with this radius. */
function drawDot(context: CanvasRenderingContext2D, radius: number, size: number, angle: number, colours: MapColours): void {
  const dot = Math.max(3.5, size);
  const [x, y] = [Math.cos(angle) * radius * 1.02, Math.sin(angle) * radius * 1.02];
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
