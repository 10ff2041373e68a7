// Pictures of others in the cropper, one after the other: propose a crop or skip.
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { games, type CroppablePicture } from '#shared/contract/games.ts';
import { cutWidthLeast } from '#shared/rules/games.ts';
import { clampCut, mostZoom, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { pictureToCut } from '#client/people/picture-url.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { cutPixels } from './cut-pixels.ts';
import { CropFrameIcon } from './game-icons.ts';
import { fetchCropPictures } from './games.queries.ts';
import { PictureRound } from './PictureRound.tsx';

const CropView = lazy(() => import('#client/crop/CropView.tsx').then(({ CropView }) => ({ default: CropView })));

export const ProposeCrops = () => (
  <PictureRound
    fetchRound={fetchCropPictures}
    placeholder={<div className="crop-view" aria-busy="true" />}
    icon={CropFrameIcon}
    emptyText="There is no picture to crop for now."
  >
    {(picture, next) => <CropOne key={picture.profilePicId} picture={picture} onNext={next} />}
  </PictureRound>
);

const zoomStep = 1.1;
/** Of the picture's width. */
const moveStep = 0.03;

function CropOne({ picture, onNext }: { readonly picture: CroppablePicture; readonly onNext: () => void }) {
  const { cut, change, shown, setShown } = useCutWithKeys();
  const [isUnloaded, setUnloaded] = useState(false);
  const pixels = shown && cutPixels(cut, shown, picture);
  const proposing = useMutation({
    mutationFn: async () => {
      if (pixels !== null) await call(games.postCropProposal, { body: { profilePicId: picture.profilePicId, ...pixels } });
    },
    onSuccess: onNext,
  });
  const isTooSmall = pixels !== null && pixels.width < cutWidthLeast;
  if (isUnloaded)
    return (
      <EmptyState icon={CropFrameIcon} text="That picture is not in the game any more.">
        <Button look="main" onClick={onNext}>
          Next
        </Button>
      </EmptyState>
    );
  return (
    <div className="stack game-crop" aria-busy={shown === null}>
      <Suspense fallback={<div className="crop-view" />}>
        <CropView
          src={pictureToCut(picture.profilePicId, false)}
          cut={cut}
          picture={shown}
          onPicture={setShown}
          // Two fingers could rotate it: here it stays upright.
          onCut={(next) => change((before) => ({ ...next(before), degrees: 0 }))}
          onFailed={() => setUnloaded(true)}
        />
      </Suspense>
      <label className="game-zoom">
        <span>Zoom</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={cut.zoom}
          aria-valuetext={`${cut.zoom.toFixed(1)}×`}
          disabled={shown === null}
          onChange={({ target }) => change((before) => ({ ...before, zoom: target.valueAsNumber }))}
        />
      </label>
      <div className="game-answers">
        <Button onClick={onNext} disabled={proposing.isPending}>
          Skip
        </Button>
        <Button look="main" onClick={() => proposing.mutate()} disabled={shown === null || isTooSmall || proposing.isPending}>
          Propose
        </Button>
      </div>
      <div aria-live="polite">
        {isTooSmall && <p className="soft small">That part is too small to become a picture.</p>}
        {proposing.isError && (
          <Notice tone="warning" onDismiss={proposing.reset}>
            {wordsOf(proposing.error)}
          </Notice>
        )}
      </div>
      <p className="soft small game-keys">
        <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>+</kbd> <kbd>−</kbd> zoom
      </p>
    </div>
  );
}

/** The chosen part of the picture, which keys move and zoom; null as its size until it is loaded. */
function useCutWithKeys() {
  const [cut, setCut] = useState<Cut>(wholeCut);
  const [shown, setShown] = useState<Size | null>(null);
  const change = (next: (cut: Cut) => Cut) => shown !== null && setCut((before) => clampCut(next(before), shown));
  const move = (x: number, y: number) => () => {
    const step = (shown?.width ?? 0) * moveStep;
    change((before) => ({ ...before, middle: { x: before.middle.x - x * step, y: before.middle.y - y * step } }));
  };
  const zoom = (factor: number) => () => change((before) => ({ ...before, zoom: before.zoom * factor }));
  useKeys({
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    '+': zoom(zoomStep),
    '=': zoom(zoomStep),
    '-': zoom(1 / zoomStep),
  });
  return { cut, change, shown, setShown };
}

function wordsOf(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. Propose it when you are back online.';
  if (error instanceof Refused && error.status === 429) return 'That’s a lot for one day. Please come back tomorrow.';
  return 'That picture is not in the game any more.';
}
