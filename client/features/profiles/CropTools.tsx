// The tools to rotate, straighten and zoom a picture being cropped, with keyboard shortcuts.
import { t } from '#client/device/texts.ts';
import { rich } from '#client/ui/rich.tsx';
import { useId } from 'react';
import { degreesText, magnification } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { cropSize, maxZoom, rotatedPoint, fullCrop, type Crop, type Size } from '#client/crop/crop-geometry.ts';
import { sliderPart } from '#client/ui/slider-part.ts';
import { Button } from '#client/ui/Button.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { TurnLeftIcon, TurnRightIcon } from './picture-icons.ts';
import '#client/ui/sides-fixed.css';

export interface CropToolsProps {
  readonly crop: Crop;
  /** Null while the picture is loading or the tools are disabled. */
  readonly picture: Size | null;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

/** In degrees. At 45 the picture would look as at -45 after a quarter turn. */
const maxStraightening = 44;
const zoomStep = 1.1;
/** A fraction of the frame's width. */
const moveStep = 0.05;

export function CropTools({ crop, picture, onChange }: CropToolsProps) {
  const isReady = picture !== null;
  useKeys(
    Object.fromEntries(
      Object.entries(changeByKey).map(([key, next]) => [
        key,
        picture === null ? undefined : () => onChange((current) => next(current, picture)),
      ]),
    ),
  );
  const quarter = Math.round(crop.degrees / 90) * 90;
  const isUnchanged = crop.zoom === 1 && crop.degrees === 0 && crop.middle.x === 0 && crop.middle.y === 0;
  return (
    <div className="crop-tools">
      <div className="row row-apart">
        <div className="crop-turns sides-fixed">
          <Button look="round" onClick={() => onChange(turnBy(-90))} disabled={!isReady} aria-label={t('Turn left')}>
            <TurnLeftIcon />
          </Button>
          <Button look="round" onClick={() => onChange(turnBy(90))} disabled={!isReady} aria-label={t('Turn right')}>
            <TurnRightIcon />
          </Button>
        </div>
        <Button look="quiet" onClick={() => onChange(() => fullCrop)} disabled={!isReady} isOff={isUnchanged}>
          {t('Reset')}
        </Button>
      </div>
      <Slider
        label={t('Straighten')}
        valueText={degreesText(crop.degrees - quarter, locale())}
        value={crop.degrees - quarter}
        min={-maxStraightening}
        max={maxStraightening}
        step={0.5}
        isReady={isReady}
        onValue={(degrees) => onChange((current) => ({ ...current, degrees: quarter + degrees }))}
      />
      <Slider
        label={t('Zoom')}
        valueText={magnification(crop.zoom, locale())}
        value={crop.zoom}
        min={1}
        max={maxZoom}
        step={0.01}
        isReady={isReady}
        onValue={(zoom) => onChange((current) => ({ ...current, zoom }))}
      />
      <p className="soft small crop-keys">
        {rich(
          t(
            '<kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>[</kbd> <kbd>]</kbd> turn by one degree, with <kbd>Shift</kbd> by a quarter',
          ),
          { kbd: (key) => <kbd>{key}</kbd> },
        )}
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
        className="slider"
        style={sliderPart((value - min) / (max - min))}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        disabled={!isReady}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
      <output aria-hidden="true">{valueText}</output>
    </div>
  );
}

type Change = (crop: Crop, picture: Size) => Crop;

const turnBy =
  (by: number) =>
  (crop: Crop): Crop => ({ ...crop, degrees: crop.degrees + by });
const zoomBy =
  (factor: number): Change =>
  (crop) => ({ ...crop, zoom: crop.zoom * factor });
/** Moves the picture in its frame by steps to the right and down. */
const moveBy =
  (right: number, down: number): Change =>
  (crop, picture) => {
    const step = cropSize(crop, picture).width * moveStep;
    const by = rotatedPoint({ x: -right * step, y: -down * step }, -crop.degrees);
    return { ...crop, middle: { x: crop.middle.x + by.x, y: crop.middle.y + by.y } };
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
