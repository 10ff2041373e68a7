// The tools to rotate, straighten and zoom a picture being cropped, with keyboard shortcuts.
import { useId } from 'react';
import { cutSize, maxZoom, rotatedPoint, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { Button } from '#client/ui/Button.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { TurnLeftIcon, TurnRightIcon } from './picture-icons.ts';

export interface CropToolsProps {
  readonly cut: Cut;
  /** Null while the picture is loading or the tools are disabled. */
  readonly picture: Size | null;
  readonly onChange: (change: (cut: Cut) => Cut) => void;
}

/** In degrees. At 45 the picture would look as after a quarter turn and -45. */
const maxStraightening = 44;
const zoomStep = 1.1;
/** A fraction of the frame's width. */
const moveStep = 0.05;

export function CropTools({ cut, picture, onChange }: CropToolsProps) {
  const isReady = picture !== null;
  useKeys(
    Object.fromEntries(
      Object.entries(changeByKey).map(([key, next]) => [
        key,
        picture === null ? undefined : () => onChange((current) => next(current, picture)),
      ]),
    ),
  );
  const quarter = Math.round(cut.degrees / 90) * 90;
  const isUnchanged = cut.zoom === 1 && cut.degrees === 0 && cut.middle.x === 0 && cut.middle.y === 0;
  return (
    <div className="crop-tools">
      <div className="row row-apart">
        <Button look="round" onClick={() => onChange(turnBy(-90))} disabled={!isReady} aria-label="Turn left">
          <TurnLeftIcon />
        </Button>
        <Button look="quiet" onClick={() => onChange(() => wholeCut)} disabled={!isReady || isUnchanged}>
          Reset
        </Button>
        <Button look="round" onClick={() => onChange(turnBy(90))} disabled={!isReady} aria-label="Turn right">
          <TurnRightIcon />
        </Button>
      </div>
      <Slider
        label="Straighten"
        valueText={`${(cut.degrees - quarter).toFixed(1).replace('.0', '')}°`}
        value={cut.degrees - quarter}
        min={-maxStraightening}
        max={maxStraightening}
        step={0.5}
        isReady={isReady}
        onValue={(degrees) => onChange((current) => ({ ...current, degrees: quarter + degrees }))}
      />
      <Slider
        label="Zoom"
        valueText={`${cut.zoom.toFixed(1)}×`}
        value={cut.zoom}
        min={1}
        max={maxZoom}
        step={0.01}
        isReady={isReady}
        onValue={(zoom) => onChange((current) => ({ ...current, zoom }))}
      />
      <p className="soft small crop-keys">
        <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>[</kbd> <kbd>]</kbd> turn
        by one degree, with <kbd>Shift</kbd> by a quarter
      </p>
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly isReady: boolean;
  readonly onValue: (value: number) => void;
}

function Slider({ label, valueText, value, min, max, step, isReady, onValue }: SliderProps) {
  const id = useId();
  return (
    <div className="crop-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        disabled={!isReady}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
      <output htmlFor={id}>{valueText}</output>
    </div>
  );
}

type Change = (cut: Cut, picture: Size) => Cut;

const turnBy =
  (by: number) =>
  (cut: Cut): Cut => ({ ...cut, degrees: cut.degrees + by });
const zoomBy =
  (factor: number): Change =>
  (cut) => ({ ...cut, zoom: cut.zoom * factor });
/** Moves the frame by steps to the right and down. */
const moveBy =
  (right: number, down: number): Change =>
  (cut, picture) => {
    const step = cutSize(cut, picture).width * moveStep;
    const by = rotatedPoint({ x: -right * step, y: -down * step }, -cut.degrees);
    return { ...cut, middle: { x: cut.middle.x + by.x, y: cut.middle.y + by.y } };
  };

const changeByKey: Readonly<Record<string, Change>> = {
  ArrowLeft: moveBy(-1, 0),
  ArrowRight: moveBy(1, 0),
  ArrowUp: moveBy(0, -1),
  ArrowDown: moveBy(0, 1),
  '+': zoomBy(zoomStep),
  '=': zoomBy(zoomStep),
  '-': zoomBy(1 / zoomStep),
  '[': turnBy(-1),
  ']': turnBy(1),
  '{': turnBy(-90),
  '}': turnBy(90),
};
