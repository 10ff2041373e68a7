// The map itself, outside React: view, base map, theme and movement. The hooks in this folder add the layers of people.
import Collection from 'ol/Collection.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { unByKey } from 'ol/Observable.js';
import type { Coordinate } from 'ol/coordinate.js';
import { easeOut, inAndOut } from 'ol/easing.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import LayerGroup from 'ol/layer/Group.js';
import type { MapSource } from '#shared/contract/map.ts';
import type { BaseLayers } from './base-layers.ts';
import { makerOfBase } from './base-of-source.ts';
import { type MapColours, type MapTheme, mapColours } from './map-colours.ts';
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

export type MapOptions = {
  target?: HTMLElement;
  view: MapViewState;
  theme: MapTheme;
  /** The brand's colour in this theme, as CSS writes it. */
  accent: string;
  reducedMotion: boolean;
  /** Called when a movement has ended. */
  onMoved(view: MapViewState): void;
};

export type MapHandle = {
  /** For the layers in this folder only. */
  readonly olMap: OlMap;
  colours(): MapColours;
  attach(target: HTMLElement): void;
  detach(): void;
  /** Sets the bottom layers; `tileUrl` has {z}, {x} and {y} and is on the same origin. Rejects when their code can't be loaded. */
  setBase(source: MapSource, tileUrl: string): Promise<void>;
  /** Requests missing tiles again after the connection is back. */
  retryBase(): void;
  setTheme(theme: MapTheme, accent: string): void;
  view(): MapViewState;
  viewBounds(): MapBounds;
  /** Metres on the ground per pixel in the middle of the view. */
  metresPerPixel(): number;
  /** The short way, across the antimeridian too. */
  flyTo(lat: number, lon: number, zoom?: number): void;
  /** Pans after a web mercator coordinate that is about to leave the view. */
  bringIntoView(coordinate: Coordinate): void;
  /** A step in (1) or out (-1). */
  zoomBy(steps: number): void;
  /** Calls back after each movement and when the colours changed; returns a function that stops it. */
  onChange(listener: () => void): () => void;
  dispose(): void;
};

const flightMs = 900;
const zoomMs = 180;
/** Nearer to the edge of the view than this, a marker that is moved by keys is followed. */
const edgePx = 72;
const zoomLeast = 2;
const zoomMost = 19;
/** A browser opens six connections to a server: the list of members must not wait behind slow tiles. */
const tilesAtOnce = 3;

/** A third device pixel per CSS pixel can't be seen, but costs painting in every frame. */
const pixelRatioMost = 2;

/** All people share one canvas, above the names of the base map: each further canvas is painted in every frame too. */
export const peopleCanvas = 'map-people';

export function createMap(options: MapOptions): MapHandle {
  let colours = mapColours(options.theme, options.accent);
  const listeners = new Set<() => void>();
  const motionMs = (ms: number) => (options.reducedMotion ? 0 : ms);

  const baseGroup = new LayerGroup();
  let base: BaseLayers | null = null;
  let baseWanted = '';
  const olView = new View({
    center: toMercator(options.view),
    zoom: options.view.zoom,
    minZoom: zoomLeast,
    maxZoom: zoomMost,
    enableRotation: false,
    multiWorld: true,
    // Limited in the north and south, endless in the east and west.
    extent: [-1e9, -worldMetres / 2, 1e9, worldMetres / 2],
  });
  const olMap = new OlMap({
    target: options.target,
    layers: [baseGroup],
    view: olView,
    controls: [],
    maxTilesLoading: tilesAtOnce,
    pixelRatio: Math.min(pixelRatioMost, window.devicePixelRatio || 1),
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false, zoomDuration: motionMs(zoomMs) }),
  });

  function view(): MapViewState {
    return { ...toPoint(olView.getCenter() ?? [0, 0]), zoom: olView.getZoom() ?? options.view.zoom };
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  const moved = olMap.on('moveend', () => {
    options.onMoved(view());
    notifyListeners();
  });

  return {
    olMap,
    colours: () => colours,
    attach: (target) => olMap.setTarget(target),
    detach: () => olMap.setTarget(undefined),
    async setBase(source, tileUrl) {
      if (baseWanted === tileUrl) return;
      baseWanted = tileUrl;
      try {
        const make = await makerOfBase(source);
        // Meanwhile another one may have been set.
        if (baseWanted !== tileUrl) return;
        base = make(source, tileUrl, colours);
        baseGroup.setLayers(new Collection(base.layers));
      } catch (trouble) {
        if (baseWanted === tileUrl) baseWanted = '';
        throw trouble;
      }
    },
    retryBase: () => base?.retry?.(),
    setTheme(theme, accent) {
      colours = mapColours(theme, accent);
      base?.setColours(colours);
      notifyListeners();
    },
    view,
    viewBounds: () => boundsOf(olView.calculateExtent(olMap.getSize())),
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
    dispose() {
      unByKey(moved);
      listeners.clear();
      olMap.setTarget(undefined);
      olMap.dispose();
    },
  };
}
