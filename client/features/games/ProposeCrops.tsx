// Shows other members' pictures in the cropper one by one, to propose a crop or to skip.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { games, type CroppablePicture } from '#shared/contract/games.ts';
import { magnification } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { minCropWidth } from '#shared/rules/games.ts';
import { clampCrop, maxZoom, fullCrop, type Crop, type Size } from '#client/crop/crop-geometry.ts';
import { sliderPart } from '#client/ui/slider-part.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { cropSourceUrl } from '#client/people/picture-url.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { rich } from '#client/ui/rich.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { cropPixels } from './crop-pixels.ts';
import { CropFrameIcon } from './game-icons.ts';
import { fetchCropPictures } from './games.queries.ts';
import { PictureBatches, pictureGoneText } from './PictureBatches.tsx';
import { againText, hasLeftGame } from './turn-failure.ts';
// Imported here, so that the cropper's space is reserved before its code is loaded.
import '#client/crop/crop.css';

const CropView = lazyPart(() => import('#client/crop/CropView.tsx'), 'CropView');

export function ProposeCrops() {
  const [hasProposed, setProposed] = useState(false);
  const thanks = hasProposed ? t('Thank you. If they accept it, you get five points.') : null;
  return (
    <PictureBatches
      fetchBatch={fetchCropPictures}
      icon={CropFrameIcon}
      emptyText={t('There are no pictures to crop right now.')}
      endNote={thanks}
      skeleton={<CropSkeleton />}
    >
      {(picture, _, onNext, movesFocus) => (
        <CropProposer
          key={picture.profilePicId}
          picture={picture}
          movesFocus={movesFocus}
          hint={thanks ?? t(hintText)}
          onNext={(isProposed) => {
            setProposed(isProposed);
            onNext();
          }}
        />
      )}
    </PictureBatches>
  );
}

const hintText = 'Drag or zoom to the best part. Then you can propose it.';

const CropSkeleton = () => (
  <div className="split-body game-crop" aria-busy="true">
    <div className="split-stage">
      <div className="crop-view" aria-busy="true" />
    </div>
    <div className="split-panel split-card">
      <p className="soft small game-hint">{t(hintText)}</p>
      <div className="game-zoom">
        <span>{t('Zoom')}</span>
        <Skeleton />
      </div>
      <div className="game-answers">
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  </div>
);

const zoomStep = 1.1;
/** A fraction of the picture's width. */
const moveStep = 0.03;

interface CropProposerProps {
  readonly picture: CroppablePicture;
  readonly movesFocus: boolean;
  /** Shown until the picture is moved or zoomed. */
  readonly hint: string;
  readonly onNext: (isProposed: boolean) => void;
}

function CropProposer({ picture, movesFocus, hint, onNext }: CropProposerProps) {
  const [crop, setCrop] = useState<Crop>(fullCrop);
  const [shown, setShown] = useState<Size | null>(null);
  const [hasLoadFailed, setLoadFailed] = useState(false);
  const pixels = shown && cropPixels(crop, shown, picture);
  const proposing = useMutation({
    mutationFn: async () => {
      if (pixels !== null) await call(games.postCropProposal, { body: { profilePicId: picture.profilePicId, ...pixels } });
    },
    onSuccess: () => onNext(true),
  });
  const change = (next: (crop: Crop) => Crop) => shown !== null && setCrop((previous) => clampCrop(next(previous), shown));
  const move = (x: number, y: number) => () => {
    const step = (shown?.width ?? 0) * moveStep;
    change((previous) => ({ ...previous, middle: { x: previous.middle.x - x * step, y: previous.middle.y - y * step } }));
  };
  const zoom = (factor: number) => () => change((previous) => ({ ...previous, zoom: previous.zoom * factor }));
  useKeys({
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    '+': zoom(zoomStep),
    '=': zoom(zoomStep),
    '-': zoom(1 / zoomStep),
  });
  const src = usePictureSource(cropSourceUrl(picture.profilePicId, false));
  const isTooSmall = pixels !== null && pixels.width < minCropWidth;
  if (hasLoadFailed)
    return (
      <EmptyState icon={CropFrameIcon} text={t(pictureGoneText)}>
        <Button look="main" onClick={() => onNext(false)}>
          {t('Next')}
        </Button>
      </EmptyState>
    );
  return (
    <div className="split-body game-crop" aria-busy={shown === null}>
      <div className="split-stage" tabIndex={-1} ref={movesFocus ? focusNow : null}>
        <Suspense fallback={<div className="crop-view" aria-busy="true" />}>
          <CropView
            src={src}
            alt={t('The picture to crop')}
            crop={crop}
            picture={shown}
            onPicture={setShown}
            // Two fingers could rotate the picture, but proposals are upright.
            onCrop={(next) => change((previous) => ({ ...next(previous), degrees: 0 }))}
            onFailed={() => setLoadFailed(true)}
          />
        </Suspense>
      </div>
      <div className="split-panel split-card">
        <p className="soft small game-hint" role="status">
          {isTooSmall ? t('That part is too small for a picture.') : crop === fullCrop && hint}
        </p>
        <label className="game-zoom">
          <span>{t('Zoom')}</span>
          <input
            type="range"
            className="slider"
            style={sliderPart((crop.zoom - 1) / (maxZoom - 1))}
            min={1}
            max={maxZoom}
            step={0.01}
            value={crop.zoom}
            aria-valuetext={magnification(crop.zoom, locale())}
            disabled={shown === null}
            onChange={({ target }) => change((previous) => ({ ...previous, zoom: target.valueAsNumber }))}
          />
        </label>
        <div className="game-answers">
          <Button onClick={() => onNext(false)} disabled={proposing.isPending}>
            {t('Skip')}
          </Button>
          <Button
            look="main"
            onClick={() => proposing.mutate()}
            disabled={crop === fullCrop || isTooSmall || proposing.isPending}
          >
            {t('Propose')}
          </Button>
        </div>
        <LiveRegion>
          {proposing.isError && (
            <Notice tone="warning" onDismiss={proposing.reset}>
              {failureText(proposing.error)}
            </Notice>
          )}
        </LiveRegion>
        <p className="soft small game-keys">
          {rich(t('<key>←</key> <key>→</key> <key>↑</key> <key>↓</key> move, <key>+</key> <key>−</key> zoom'), {
            key: (text) => <kbd>{text}</kbd>,
          })}
        </p>
      </div>
    </div>
  );
}

function failureText(error: Error): string {
  if (error instanceof Refused && error.status === 429) return t('That’s a lot for one day. Please come back tomorrow.');
  if (hasLeftGame(error)) return t(pictureGoneText);
  return againText(error, t('You’re offline. You can propose it when you’re back online.'));
}
