// A focusable element over the own marker that moves it with the arrow keys.
import Overlay from 'ol/Overlay.js';
import type { Coordinate } from 'ol/coordinate.js';
import { nearestWorld } from './map-geometry.ts';
import type { MapHandle } from './map.ts';

export type OwnMarkerHandle = {
  standAt(coordinate: Coordinate): void;
  /** Only where the marker can be moved. */
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

/** `onStep` receives pixels, right and down. */
export function createOwnMarkerHandle(
  map: MapHandle,
  sidePx: number,
  onStep: (right: number, down: number) => void,
): OwnMarkerHandle {
  const element = document.createElement('div');
  element.className = 'map-own-handle';
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-roledescription', 'marker');
  element.setAttribute('aria-label', 'Your marker. Move it with the arrow keys, hold Shift for bigger steps.');
  element.style.inlineSize = element.style.blockSize = `${sidePx}px`;
  // Pointer events pass through to the map, where the marker is dragged on the canvas.
  const overlay = new Overlay({ element, positioning: 'center-center', stopEvent: false });
  let at: Coordinate = [0, 0];
  let isShown = false;
  map.olMap.addOverlay(overlay);

  element.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    // Otherwise the map would move along.
    event.preventDefault();
    event.stopPropagation();
    const px = event.shiftKey ? longStepPx : stepPx;
    onStep(direction[0] * px, direction[1] * px);
  });

  /** In the copy of the world that is in view. */
  function put(): void {
    const [x = 0, y = 0] = at;
    const [middle = 0] = map.olMap.getView().getCenter() ?? [];
    overlay.setPosition(isShown ? [nearestWorld(x, middle), y] : undefined);
  }
  const stopListening = map.onChange(put);

  return {
    standAt(coordinate) {
      at = coordinate;
      put();
    },
    setShown(next) {
      isShown = next;
      put();
    },
    dispose() {
      stopListening();
      map.olMap.removeOverlay(overlay);
    },
  };
}
