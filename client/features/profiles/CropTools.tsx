// The tools to rotate, straighten and zoom a picture being cropped, with keyboard shortcuts.
import { useId } from 'react';
import { cutSize, mostZoom, turnedPoint, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { Button } from '#client/ui/Button.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { TurnLeftIcon, TurnRightIcon } from './picture-icons.ts';

export interface CropToolsProps {
  readonly cut: Cut;
  /** Null while the picture is loading or the tools are disabled. */
  readonly picture: Size | null;
  readonly onChange: (change: (cut: Cut) => Cut) => void;
}

/** Degrees; at 45 the next quarter turn begins. */
const mostStraightening = 44;
const zoomStep = 1.1;
/** Of the frame's width. */
const moveStep = 0.05;

export function CropTools({ cut, picture, onChange }: CropToolsProps) {
  const isReady = picture !== null;
  useKeys(
    Object.fromEntries(
      Object.entries(changeOfKey).map(([key, next]) => [
        key,
        picture === null ? undefined : () => onChange((at) => next(at, picture)),
      ]),
    ),
  );
  const quarter = Math.round(cut.degrees / 90) * 90;
  const isUntouched = cut.zoom === 1 && cut.degrees === 0 && cut.middle.x === 0 && cut.middle.y === 0;
  return (
    <div className="crop-tools">
      <div className="row row-apart">
        <Button look="round" onClick={() => onChange(turn(-90))} disabled={!isReady} aria-label="Turn left">
          <TurnLeftIcon />
        </Button>
        <Button look="quiet" onClick={() => onChange(() => wholeCut)} disabled={!isReady || isUntouched}>
          Reset
        </Button>
        <Button look="round" onClick={() => onChange(turn(90))} disabled={!isReady} aria-label="Turn right">
          <TurnRightIcon />
        </Button>
      </div>
      <Slider
        label="Straighten"
        shown={`${(cut.degrees - quarter).toFixed(1).replace('.0', '')}°`}
        value={cut.degrees - quarter}
        least={-mostStraightening}
        most={mostStraightening}
        step={0.5}
        isReady={isReady}
        onValue={(degrees) => onChange((before) => ({ ...before, degrees: quarter + degrees }))}
      />
      <Slider
        label="Zoom"
        shown={`${cut.zoom.toFixed(1)}×`}
        value={cut.zoom}
        least={1}
        most={mostZoom}
        step={0.01}
        isReady={isReady}
        onValue={(zoom) => onChange((before) => ({ ...before, zoom }))}
      />
      <p className="soft small crop-keys">
        <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>[</kbd> <kbd>]</kbd> turn
        by one degree, <kbd>Shift</kbd> with them by a quarter
      </p>
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  /** The value as text. */
  readonly shown: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly isReady: boolean;
  readonly onValue: (value: number) => void;
}

function Slider({ label, shown, value, least, most, step, isReady, onValue }: SliderProps) {
  const id = useId();
  return (
    <div className="crop-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={shown}
        disabled={!isReady}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
      <output htmlFor={id}>{shown}</output>
    </div>
  );
}

type Change = (cut: Cut, picture: Size) => Cut;

const turn =
  (by: number) =>
  (cut: Cut): Cut => ({ ...cut, degrees: cut.degrees + by });
const zoom =
  (factor: number): Change =>
  (cut) => ({ ...cut, zoom: cut.zoom * factor });
/** Moves the picture under the frame. */
const move =
  (right: number, down: number): Change =>
  (cut, picture) => {
    const step = cutSize(cut, picture).width * moveStep;
    const by = turnedPoint({ x: -right * step, y: -down * step }, -cut.degrees);
    return { ...cut, middle: { x: cut.middle.x + by.x, y: cut.middle.y + by.y } };
  };

const changeOfKey: Readonly<Record<string, Change>> = {
  ArrowLeft: move(-1, 0),
  ArrowRight: move(1, 0),
  ArrowUp: move(0, -1),
  ArrowDown: move(0, 1),
  '+': zoom(zoomStep),
  '=': zoom(zoomStep),
  '-': zoom(1 / zoomStep),
  '[': turn(-1),
  ']': turn(1),
  '{': turn(-90),
  '}': turn(90),
};
