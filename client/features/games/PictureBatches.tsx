// Shows the pictures of a game one by one, and fetches them in batches.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import type { IconComponent } from '#client/ui/icons.tsx';
import { SpokenEnd } from './SpokenEnd.tsx';
import { useRound } from './use-round.ts';

/** In English. */
export const pictureGoneText = 'That picture is no longer in the game.';

interface BatchView<Picture> {
  readonly icon: IconComponent;
  readonly emptyText: string;
  /** Shown after the last picture. */
  readonly endNote?: string | null;
  /** `movesFocus` is false for the picture with which the screen opens. */
  readonly children: (picture: Picture, nextPicture: Picture | undefined, onNext: () => void, movesFocus: boolean) => ReactNode;
}

interface PictureBatchesProps<Picture> extends BatchView<Picture> {
  readonly fetchBatch: () => Promise<readonly Picture[]>;
  readonly skeleton: ReactNode;
}

export function PictureBatches<Picture>({ fetchBatch, skeleton, ...view }: PictureBatchesProps<Picture>) {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchBatch);
  if (data === null) return <QueryState error={isLoading ? null : error} refetch={next} skeleton={skeleton} />;
  return <Batch key={roundNumber} {...view} batch={data} isFirst={roundNumber === 1} isLoading={isLoading} onMore={next} />;
}

interface BatchProps<Picture> extends BatchView<Picture> {
  readonly batch: readonly Picture[];
  readonly isFirst: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

function Batch<Picture>({ batch, icon, emptyText, endNote, isFirst, isLoading, onMore, children }: BatchProps<Picture>) {
  const [index, setIndex] = useState(0);
  const picture = batch[index];
  if (picture !== undefined) return children(picture, batch[index + 1], () => setIndex(index + 1), !isFirst || index > 0);
  if (batch.length > 0)
    return (
      <SpokenEnd icon={icon} text={t('That was all of them.')}>
        {endNote && <p>{endNote}</p>}
        <Button look="main" onClick={onMore} disabled={isLoading}>
          {t('More pictures')}
        </Button>
      </SpokenEnd>
    );
  return (
    <EmptyState icon={icon} text={emptyText}>
      <p>{t('Only pictures of members who agreed are in this game.')}</p>
      <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
        {t('picture|Add yours')}
      </Link>
    </EmptyState>
  );
}
