// What the keyboard holds the own marker by: an element over it that can be focused and takes the arrow keys.
import Overlay from 'ol/Overlay.js';
import type { Coordinate } from 'ol/coordinate.js';
import { nearestWorld } from './map-geometry.ts';
import type { MapRoom } from './map.ts';

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

/** `onStep` is told in pixels, right and down. */
export function createOwnMarkerHandle(
  room: MapRoom,
  sidePx: number,
  onStep: (right: number, down: number) => void,
): OwnMarkerHandle {
  const element = document.createElement('div');
  element.className = 'map-own-handle';
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-roledescription', 'marker');
  element.setAttribute('aria-label', 'Your marker. Arrow keys move it, with Shift further.');
  element.style.inlineSize = element.style.blockSize = `${sidePx}px`;
  // Pointers go on to the map: it is the canvas that is dragged.
  const overlay = new Overlay({ element, positioning: 'center-center', stopEvent: false });
  let at: Coordinate = [0, 0];
  let isShown = false;
  room.olMap.addOverlay(overlay);

  element.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    // Else the map would move along.
    event.preventDefault();
    event.stopPropagation();
    const px = event.shiftKey ? longStepPx : stepPx;
    onStep(direction[0] * px, direction[1] * px);
  });

  /** In the world that is looked at, where the view has gone round the earth. */
  function put(): void {
    const [x = 0, y = 0] = at;
    const [middle = 0] = room.olMap.getView().getCenter() ?? [];
    overlay.setPosition(isShown ? [nearestWorld(x, middle), y] : undefined);
  }
  const stopListening = room.onChange(put);

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
      room.olMap.removeOverlay(overlay);
    },
  };
}
