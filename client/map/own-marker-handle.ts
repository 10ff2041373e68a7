// A focusable element over the own marker, so that the arrow keys can move it.
import type { Coordinate } from 'ol/coordinate.js';
import { unByKey } from 'ol/Observable.js';
import { nearestWorld } from './map-geometry.ts';
import type { MapHandle } from './map.ts';

export type OwnMarkerHandle = {
  moveTo(coordinate: Coordinate): void;
  /** Hides the element while the marker can't be moved. */
  setShown(isShown: boolean): void;
  dispose(): void;
};

const stepPx = 16;
const longStepPx = 96;

const directions: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type OwnMarkerHandleOptions = {
  sidePx: number;
  /** What screen readers call the element instead of a button. */
  role: string;
  label: string;
  /** Called with pixels to the right and down. */
  onStep: (right: number, down: number) => void;
};

export function createOwnMarkerHandle(map: MapHandle, { sidePx, role, label, onStep }: OwnMarkerHandleOptions): OwnMarkerHandle {
  const element = document.createElement('div');
  element.className = 'map-own-handle';
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-roledescription', role);
  element.setAttribute('aria-label', label);
  element.style.inlineSize = element.style.blockSize = `${sidePx}px`;
  let at: Coordinate = [0, 0];
  let isShown = false;
  // Pointer events go through to the map, because the marker is drawn and dragged on its canvas.
  map.olMap.getOverlayContainer()?.append(element);

  element.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    // Otherwise the key would also pan the map.
    event.preventDefault();
    event.stopPropagation();
    const px = event.shiftKey ? longStepPx : stepPx;
    onStep(direction[0] * px, direction[1] * px);
  });

  /** Moves the element to the copy of the world that is in view. */
  function updatePosition(): void {
    const [x = 0, y = 0] = at;
    const [centreX = 0] = map.olMap.getView().getCenter() ?? [];
    const [leftPx = 0, topPx = 0] = map.olMap.getPixelFromCoordinate([nearestWorld(x, centreX), y]) ?? [];
    element.style.left = `${leftPx - sidePx / 2}px`;
    element.style.top = `${topPx - sidePx / 2}px`;
    element.hidden = !isShown;
  }
  const drawn = map.olMap.on('postrender', updatePosition);

  return {
    moveTo(coordinate) {
      at = coordinate;
      updatePosition();
    },
    setShown(next) {
      isShown = next;
      updatePosition();
    },
    dispose() {
      unByKey(drawn);
      element.remove();
    },
  };
}
