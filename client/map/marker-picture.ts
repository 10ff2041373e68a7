// Creates the canvases of markers. All members and frames with the same look share one.
import type { MapColours } from '#shared/rules/map-colours.ts';
import { whenToRetry } from '#client/ui/picture-retry.ts';
import { type Face, type MarkerLook, drawMarker, drawPile, marginShare } from './draw-marker.ts';

export type MarkerPictures = {
  /** Returns at once, and paints again when the picture is loaded. The same look gives the same canvas until it is pruned. */
  canvasFor(look: MarkerLook): HTMLCanvasElement;
  /** Removes canvases and pictures that were not requested since the last call. */
  prune(): void;
  setColours(colours: MapColours): void;
  dispose(): void;
};

/** The width and height of a marker's canvas, in CSS pixels. */
export function canvasPx(px: number): number {
  return Math.ceil(px * (1 + 2 * marginShare));
}

type Painted = { canvas: HTMLCanvasElement; look: MarkerLook };

/** `onPainted` is called when a picture is loaded later, so that the layer can be drawn again. */
export function createMarkerPictures(
  firstColours: MapColours,
  pictureSource: (pictureId: string, px: number) => Promise<string>,
  onPainted: () => void,
): MarkerPictures {
  let colours = firstColours;
  const painted = new Map<string, Painted>();
  const pictures = new Map<string, HTMLImageElement>();
  const asked = new Set<string>();
  /** For each picture that could not be loaded, a function that cancels its next request. */
  const waits = new Map<HTMLImageElement, () => void>();
  const density = Math.min(3, window.devicePixelRatio || 1);

  function pictureFor({ pictureId }: Face, px: number): HTMLImageElement | undefined {
    if (pictureId === null) return undefined;
    const known = pictures.get(pictureId);
    if (known) return known;
    const picture = new Image();
    pictures.set(pictureId, picture);
    picture.decoding = 'async';
    picture.addEventListener('load', () => {
      if (pictures.get(pictureId) !== picture) return;
      for (const { canvas, look } of painted.values())
        if (look.faces.some((face) => face.pictureId === pictureId)) paint(canvas, look);
      onPainted();
    });
    const request = (): void => void pictureSource(pictureId, px * density).then((source) => (picture.src = source));
    let failures = 0;
    picture.addEventListener('error', () => {
      if (pictures.get(pictureId) === picture) waits.set(picture, whenToRetry(++failures, request));
    });
    request();
    return picture;
  }

  function forget(pictureId: string, picture: HTMLImageElement): void {
    pictures.delete(pictureId);
    waits.get(picture)?.();
    waits.delete(picture);
  }

  function paint(canvas: HTMLCanvasElement, look: MarkerLook): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const side = canvasPx(look.px);
    canvas.width = canvas.height = Math.round(side * density);
    context.scale(canvas.width / side, canvas.height / side);
    context.translate(side / 2, side / 2);
    if (look.faces.length > 1) drawPile(context, look, colours, (face) => pictureFor(face, look.px));
    else drawMarker(context, look, colours, (face) => pictureFor(face, look.px));
  }

  return {
    canvasFor(look) {
      const key = JSON.stringify(look);
      asked.add(key);
      const known = painted.get(key);
      if (known) return known.canvas;
      const canvas = document.createElement('canvas');
      painted.set(key, { canvas, look });
      paint(canvas, look);
      return canvas;
    },
    prune() {
      const shown = new Set<string | null>();
      for (const [key, { look }] of painted)
        if (asked.has(key)) for (const { pictureId } of look.faces) shown.add(pictureId);
        else painted.delete(key);
      for (const [pictureId, picture] of pictures) if (!shown.has(pictureId)) forget(pictureId, picture);
      asked.clear();
    },
    setColours(next) {
      colours = next;
      for (const { canvas, look } of painted.values()) paint(canvas, look);
    },
    dispose() {
      painted.clear();
      for (const [pictureId, picture] of pictures) forget(pictureId, picture);
    },
  };
}
