// Draws round picture markers on canvases: the picture or an initial, a ring, and a dot for members online now.
import type { MapColours } from '#shared/rules/map-colours.ts';

type MarkerLook = {
  /** null: the name's first letter stands for the picture. */
  pictureId: string | null;
  name: string;
  /** Across the picture with its ring, in CSS pixels. */
  px: number;
  isOnline: boolean;
  /** The own marker has a ring in the accent and a halo. */
  isOwn: boolean;
};

export type MarkerPictures = {
  /** Painted at once without waiting, and again when the picture is loaded. The same look gives the same canvas. */
  canvasFor(look: MarkerLook): HTMLCanvasElement;
  /** Drops canvases and pictures that were not requested since the last call. */
  prune(): void;
  setColours(colours: MapColours): void;
  dispose(): void;
};

/** Room around the ring for its shadow or halo, as a part of the size. */
const marginShare = 0.14;

/** Width and height of a marker's canvas in CSS pixels. */
export function canvasPx(px: number): number {
  return Math.ceil(px * (1 + 2 * marginShare));
}

type Painted = { canvas: HTMLCanvasElement; look: MarkerLook };

/** `onPainted` is called when a picture was loaded late, so that the layer is drawn again. */
export function createMarkerPictures(
  firstColours: MapColours,
  pictureSource: (pictureId: string, px: number) => Promise<string>,
  onPainted: () => void,
): MarkerPictures {
  let colours = firstColours;
  const painted = new Map<string, Painted>();
  const pictures = new Map<string, HTMLImageElement>();
  const asked = new Set<string>();
  const density = Math.min(3, window.devicePixelRatio || 1);

  function pictureFor({ pictureId, px }: MarkerLook): HTMLImageElement | undefined {
    if (pictureId === null) return undefined;
    asked.add(pictureId);
    const known = pictures.get(pictureId);
    if (known) return known;
    const picture = new Image();
    pictures.set(pictureId, picture);
    picture.decoding = 'async';
    picture.addEventListener('load', () => {
      if (pictures.get(pictureId) !== picture) return;
      for (const { canvas, look } of painted.values()) if (look.pictureId === pictureId) paint(canvas, look);
      onPainted();
    });
    void pictureSource(pictureId, px * density).then((source) => (picture.src = source));
    return picture;
  }

  function paint(canvas: HTMLCanvasElement, look: MarkerLook): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const side = canvasPx(look.px);
    canvas.width = canvas.height = Math.round(side * density);
    context.scale(canvas.width / side, canvas.height / side);
    context.translate(side / 2, side / 2);
    drawMarker(context, look, colours, pictureFor(look));
  }

  return {
    canvasFor(look) {
      const key = [look.pictureId ?? initialOf(look.name), look.name, look.px, look.isOnline, look.isOwn].join('|');
      asked.add(key);
      const known = painted.get(key);
      if (known) {
        if (look.pictureId !== null) asked.add(look.pictureId);
        return known.canvas;
      }
      const canvas = document.createElement('canvas');
      painted.set(key, { canvas, look });
      paint(canvas, look);
      return canvas;
    },
    prune() {
      for (const key of painted.keys()) if (!asked.has(key)) painted.delete(key);
      for (const pictureId of pictures.keys()) if (!asked.has(pictureId)) pictures.delete(pictureId);
      asked.clear();
    },
    setColours(next) {
      colours = next;
      for (const { canvas, look } of painted.values()) paint(canvas, look);
    },
    dispose() {
      painted.clear();
      pictures.clear();
    },
  };
}

/** Around 0,0. */
function drawMarker(
  context: CanvasRenderingContext2D,
  look: MarkerLook,
  colours: MapColours,
  picture: HTMLImageElement | undefined,
): void {
  const radius = look.px / 2;
  const ring = look.isOwn ? Math.max(2.5, look.px / 14) : Math.max(1.5, look.px / 22);

  if (look.isOwn) {
    context.globalAlpha = 0.22;
    disc(context, 0, 0, radius * (1 + marginShare * 1.6), colours.accent);
    context.globalAlpha = 1;
  }
  context.save();
  context.shadowColor = colours.shadow;
  context.shadowBlur = radius * 0.22;
  context.shadowOffsetY = radius * 0.06;
  disc(context, 0, 0, radius, look.isOwn ? colours.accent : colours.paper);
  context.restore();

  context.save();
  context.beginPath();
  context.arc(0, 0, radius - ring, 0, 2 * Math.PI);
  context.clip();
  if (picture?.complete && picture.naturalWidth > 0) drawCover(context, picture, radius);
  else drawInitial(context, look.name, radius);
  context.restore();

  if (!look.isOnline) return;
  const dot = Math.max(3.5, look.px * 0.13);
  const at = radius * Math.SQRT1_2 * 1.02;
  disc(context, at, at, dot + Math.max(1.5, ring * 0.8), colours.paper);
  disc(context, at, at, dot, colours.online);
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** Fills the circle; of a portrait the upper part, where the face is. */
function drawCover(context: CanvasRenderingContext2D, picture: HTMLImageElement, radius: number): void {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const side = Math.min(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - side) / 2, (height - side) * 0.3, side, side, -radius, -radius, 2 * radius, 2 * radius);
}

function drawInitial(context: CanvasRenderingContext2D, name: string, radius: number): void {
  context.fillStyle = hueOf(name);
  context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  context.fillStyle = '#ffffff';
  context.font = `600 ${Math.round(radius * 0.95)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(initialOf(name), 0, radius * 0.06);
}

function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '?').toUpperCase();
}

/** A muted background derived from the name; white on it keeps 4.5:1. */
function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return `hsl(${sum / 10} 26% 40%)`;
}
