// The third of the first steps: the member says where they are, and then sees the people nearby.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { WhereAreYou } from '#client/features/nearby/WhereAreYou.tsx';
import { useIsPlaced } from '#client/features/positions/use-place-state.ts';
import { useBlurText } from '#client/people/use-blur-text.ts';
import { buttonClass } from '#client/ui/Button.tsx';

export function FirstPlace() {
  const navigate = useNavigate();
  const isPlaced = useIsPlaced();
  const blur = useBlurText();
  // A member who comes back to this step stays on it.
  const [wasPlaced] = useState(isPlaced);
  const showPeople = useEffectEvent(() => void navigate({ to: '/search/tile' }));
  useEffect(() => {
    if (isPlaced && !wasPlaced) showPeople();
  }, [isPlaced, wasPlaced]);
  return (
    <>
      <p>{textFor(wasPlaced, blur)}</p>
      {!wasPlaced && <WhereAreYou />}
      <Link to="/search/tile" className={buttonClass({ look: wasPlaced ? 'main' : 'quiet', isWide: true })}>
        {wasPlaced ? t('See who is near') : t('Not now')}
      </Link>
    </>
  );
}

function textFor(wasPlaced: boolean, distance: string | null): string {
  if (wasPlaced)
    return distance === null
      ? t('You are on the map. Others see your place only to within about half a mile.')
      : t('You are on the map. Others see your place only to within about {distance}.', { distance });
  return distance === null
    ? t('Then you can see who is near. Others see your place only to within about half a mile, and you can hide at any time.')
    : t('Then you can see who is near. Others see your place only to within about {distance}, and you can hide at any time.', {
        distance,
      });
}
