// The map without React: view, base map, theme and animations. The hooks in this folder add the other layers.
import Collection from 'ol/Collection.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { Coordinate } from 'ol/coordinate.js';
import { easeOut, inAndOut } from 'ol/easing.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import LayerGroup from 'ol/layer/Group.js';
import type { MapSource } from '#shared/contract/map.ts';
import type { BaseLayers } from './base-layers.ts';
import { loadBaseFactory } from './base-of-source.ts';
import { createDrawnMap } from './drawn-map.ts';
import { type MapColours, type MapTheme, mapColours } from '#shared/rules/map-colours.ts';
import {
  type MapBounds,
  type MapViewState,
  boundsOf,
  nearestWorld,
  pixelsFrom,
  toMercator,
  toPoint,
  worldMetres,
} from './map-geometry.ts';
import type { FetchTile } from './tile-loader.ts';

export type MapOptions = {
  view: MapViewState;
  theme: MapTheme;
  /** The brand's accent in this theme as #rrggbb. */
  accent: string;
  reducedMotion: boolean;
  /** Called when the view has stopped moving. */
  onMoved(view: MapViewState): void;
};

export type MapHandle = {
  /** The map that the member moves, with interactions and without layers. Only layers in this folder may use it and the drawn one. */
  readonly olMap: OlMap;
  /** The map with the layers. */
  readonly drawnMap: OlMap;
  colours(): MapColours;
  attach(target: HTMLElement): void;
  detach(): void;
  /** Replaces the base map. `tileUrl` is a template with {z}, {x} and {y} on our origin. Rejects if the code can't be loaded. */
  setBase(source: MapSource, tileUrl: string, fetchTile: FetchTile | null): Promise<void>;
  /** Requests failed tiles again. Call it when the connection is back. */
  retryBase(): void;
  setTheme(theme: MapTheme, accent: string): void;
  view(): MapViewState;
  viewBounds(): MapBounds;
  /** Metres on the ground per pixel, at the centre of the view. */
  metresPerPixel(): number;
  /** Moves there by the shorter way, even across the antimeridian. */
  flyTo(lat: number, lon: number, zoom?: number): void;
  /** Pans if a web mercator coordinate is outside the view, or near its edge. */
  bringIntoView(coordinate: Coordinate): void;
  /** Zooms in by 1, or out by -1. */
  zoomBy(steps: number): void;
  /** Calls back after each movement and each change of colours. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
};

const flightMs = 900;
const zoomMs = 180;
/** The marker of a member who is this far outside of the view may still reach into it. */
const overlapPx = 24;
/** `bringIntoView` pans if the coordinate is nearer to the edge than this. */
const edgePx = 72;
const minZoom = 2;
const maxZoom = 19;
/** The layers with people share one canvas above the base map. */
export const peopleCanvas = 'map-people';

export function createMap(options: MapOptions): MapHandle {
  let colours = mapColours(options.theme, options.accent);
  const listeners = new Set<() => void>();
  const motionMs = (ms: number) => (options.reducedMotion ? 0 : ms);

  const baseGroup = new LayerGroup();
  let base: BaseLayers | null = null;
  let requestedTileUrl = '';
  let settingBase = Promise.resolve();
  const olView = new View({
    center: toMercator(options.view),
    zoom: options.view.zoom,
    minZoom,
    maxZoom,
    enableRotation: false,
    multiWorld: true,
    // The view is limited to the north and south only.
    extent: [-1e9, -worldMetres / 2, 1e9, worldMetres / 2],
  });
  const olMap = new OlMap({
    view: olView,
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false, zoomDuration: motionMs(zoomMs) }),
  });

  const drawn = createDrawnMap(olMap, baseGroup);

  function view(): MapViewState {
    return { ...toPoint(olView.getCenter() ?? [0, 0]), zoom: olView.getZoom() ?? options.view.zoom };
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  olMap.on('moveend', () => {
    options.onMoved(view());
    notifyListeners();
  });

  async function replaceBase(source: MapSource, tileUrl: string, fetchTile: FetchTile | null): Promise<void> {
    try {
      const createBase = await loadBaseFactory(source);
      // Another base map may have been chosen in the meantime.
      if (requestedTileUrl !== tileUrl) return;
      base = createBase(source, tileUrl, colours, fetchTile);
      baseGroup.setLayers(new Collection(base.layers));
    } catch (error) {
      if (requestedTileUrl === tileUrl) requestedTileUrl = '';
      throw error;
    }
  }

  return {
    olMap,
    drawnMap: drawn.olMap,
    colours: () => colours,
    attach(target) {
      drawn.attach(target);
      olMap.setTarget(target);
      // OpenLayers reports the view in its second frame. Without layers that load, nothing else would request one.
      olMap.once('postrender', () => olMap.render());
    },
    detach() {
      olMap.setTarget(undefined);
      drawn.detach();
    },
    setBase(source, tileUrl, fetchTile) {
      if (requestedTileUrl !== tileUrl) {
        requestedTileUrl = tileUrl;
        settingBase = replaceBase(source, tileUrl, fetchTile);
      }
      return settingBase;
    },
    retryBase: () => base?.retry?.(),
    setTheme(theme, accent) {
      colours = mapColours(theme, accent);
      base?.setColours(colours);
      notifyListeners();
    },
    view,
    viewBounds: () => boundsOf(olView.calculateExtent(olMap.getSize()?.map((px) => px + 2 * overlapPx))),
    metresPerPixel: () => (olView.getResolution() ?? 1) * Math.cos((view().lat * Math.PI) / 180),
    flyTo(lat, lon, zoom = view().zoom) {
      olView.cancelAnimations();
      const [x, y] = toMercator({ lat, lon });
      const [fromX = 0] = olView.getCenter() ?? [];
      olView.animate({ center: [nearestWorld(x, fromX), y], zoom, duration: motionMs(flightMs), easing: inAndOut });
    },
    bringIntoView(coordinate) {
      const [width = 0, height = 0] = olMap.getSize() ?? [];
      const middle = olView.getCenter() ?? [0, 0];
      const [right, down] = pixelsFrom(middle, coordinate, olView.getResolution() ?? 1);
      const isInside = Math.abs(right) < width / 2 - edgePx && Math.abs(down) < height / 2 - edgePx;
      if (isInside) return;
      const [x = 0, y = 0] = coordinate;
      olView.cancelAnimations();
      olView.animate({ center: [nearestWorld(x, middle[0] ?? 0), y], duration: motionMs(zoomMs), easing: easeOut });
    },
    zoomBy(steps) {
      olView.animate({ zoom: view().zoom + steps, duration: motionMs(zoomMs), easing: easeOut });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
