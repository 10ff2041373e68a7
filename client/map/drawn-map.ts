// The map's layers, drawn beyond the edges of the view, so that panning only moves what is drawn.
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type BaseLayer from 'ol/layer/Base.js';
import { createNameFreeEdges } from './name-free-edges.ts';

export type DrawnMap = {
  /** It has the layers, but no interactions. */
  readonly olMap: OlMap;
  attach(target: HTMLElement): void;
  detach(): void;
};

/** The layers are drawn this far beyond each edge of the view. */
const marginPx = 128;
/** While the map is zoomed, what is drawn is scaled up or down to this factor, and then drawn again. */
const maxScale = 1.15;
/** With HTTP/1.1, browsers open six connections to a server. The other three are left for the list of members. */
const maxTilesLoading = 3;
/** A higher ratio makes every drawing slower without a visible difference. */
const maxPixelRatio = 2;

/** `movedMap` is the map that the member moves. It has no layers and lies above the drawn one. */
export function createDrawnMap(movedMap: OlMap, base: BaseLayer): DrawnMap {
  const element = document.createElement('div');
  element.className = 'map-drawn';
  element.style.inset = `${-marginPx}px`;
  const view = movedMap.getView();
  const drawnView = new View({
    center: view.getCenter(),
    resolution: view.getResolution(),
    enableRotation: false,
    multiWorld: true,
  });
  const edges = createNameFreeEdges();
  const olMap = new OlMap({
    layers: [base, edges.layer],
    view: drawnView,
    controls: [],
    interactions: [],
    maxTilesLoading,
    pixelRatio: Math.min(maxPixelRatio, window.devicePixelRatio || 1),
  });

  /** The centre of what is drawn, in pixels to the right of the view's centre and down from it, and its scale in the view. */
  function placement(): Placement {
    const [x, y, resolution] = stateOf(view);
    const [drawnX, drawnY, drawnResolution] = stateOf(drawnView);
    return { right: (drawnX - x) / resolution, down: (y - drawnY) / resolution, scale: drawnResolution / resolution };
  }

  function coversView({ right, down, scale }: Placement): boolean {
    const [width, height] = sizeOf(movedMap);
    const [drawnWidth, drawnHeight] = sizeOf(olMap);
    return 2 * Math.abs(right) + width <= scale * drawnWidth && 2 * Math.abs(down) + height <= scale * drawnHeight;
  }

  /** While the map moves, what is drawn may be a little blurred, and is drawn again as rarely as possible. */
  const isUsable = (now: Placement, isMoving: boolean): boolean =>
    isMoving
      ? coversView(now) && Math.max(now.scale, 1 / now.scale) <= maxScale
      : now.right === 0 && now.down === 0 && now.scale === 1 && !drawnView.getInteracting();

  /** Draws at once, so that the new transform and the new drawing are shown in the same frame. */
  function draw({ right, down }: Placement, isMoving: boolean): void {
    // During an interaction, OpenLayers enlarges tiles instead of drawing each of them at every zoom.
    if (isMoving && !drawnView.getInteracting()) drawnView.beginInteraction();
    if (!isMoving && drawnView.getInteracting()) drawnView.endInteraction();
    if (isMoving) edges.clear();
    const [x, y, resolution] = stateOf(view);
    // A movement probably continues in its direction, so more is drawn ahead.
    const ahead = (px: number): number => (isMoving ? Math.max(-0.5, Math.min(0.5, px / marginPx)) * marginPx * resolution : 0);
    drawnView.setCenter([x - ahead(right), y + ahead(down)]);
    drawnView.setResolution(resolution);
    olMap.renderSync();
  }

  movedMap.on('postrender', () => {
    const isMoving = view.getAnimating() || view.getInteracting();
    const before = placement();
    const [x, y, resolution] = stateOf(view);
    if (!isMoving) edges.place([x, y], resolution, sizeOf(movedMap));
    if (!isUsable(before, isMoving)) draw(before, isMoving);
    const { right, down, scale } = placement();
    element.style.transform = `translate(${right}px, ${down}px) scale(${scale})`;
  });

  return {
    olMap,
    attach(target) {
      target.prepend(element);
      olMap.setTarget(element);
    },
    detach() {
      olMap.setTarget(undefined);
      element.remove();
    },
  };
}

type Placement = { right: number; down: number; scale: number };

function stateOf(view: View): [x: number, y: number, resolution: number] {
  const [x = 0, y = 0] = view.getCenter() ?? [];
  return [x, y, view.getResolution() ?? 1];
}

function sizeOf(map: OlMap): [width: number, height: number] {
  const [width = 0, height = 0] = map.getSize() ?? [];
  return [width, height];
}
