// The pictures of one round of a game, one after the other, then a button for the next round.
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import type { IconComponent } from '#client/ui/frame-icons.tsx';
import { useRound } from './use-round.ts';

interface PicturesProps<P> {
  readonly icon: IconComponent;
  /** The message when the server has no picture for this member. */
  readonly emptyText: string;
  readonly children: (picture: P, next: () => void, following: P | undefined) => ReactNode;
}

interface PictureRoundProps<P> extends PicturesProps<P> {
  readonly fetchRound: () => Promise<readonly P[]>;
  readonly placeholder: ReactNode;
}

export function PictureRound<P>({ fetchRound, placeholder, ...parts }: PictureRoundProps<P>) {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchRound);
  if (data === null)
    return (
      <NotLoaded error={error} onRetry={next}>
        {placeholder}
      </NotLoaded>
    );
  return <Pictures key={roundNumber} {...parts} pictures={data} onMore={next} isLoading={isLoading} />;
}

interface RoundPicturesProps<P> extends PicturesProps<P> {
  readonly pictures: readonly P[];
  readonly onMore: () => void;
  readonly isLoading: boolean;
}

function Pictures<P>({ pictures, icon, emptyText, onMore, isLoading, children }: RoundPicturesProps<P>) {
  const [index, setIndex] = useState(0);
  const picture = pictures[index];
  if (picture !== undefined) return children(picture, () => setIndex(index + 1), pictures[index + 1]);
  return pictures.length === 0 ? (
    <EmptyState icon={icon} text={emptyText}>
      <p>Only pictures of members who agreed are in this game.</p>
      <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
        Put yours in
      </Link>
    </EmptyState>
  ) : (
    <EmptyState icon={icon} text="That was all of them.">
      <Button look="main" onClick={onMore} disabled={isLoading}>
        More pictures
      </Button>
    </EmptyState>
  );
}
