// The third of the first steps: the member says where they are, and then sees the people nearby.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { HowOthersSeePlace } from '#client/features/nearby/HowOthersSeePlace.tsx';
import { WhereAreYou } from '#client/features/nearby/WhereAreYou.tsx';
import { useIsPlaced } from '#client/features/positions/use-place-state.ts';
import { buttonClass } from '#client/ui/Button.tsx';

export function FirstPlace() {
  const navigate = useNavigate();
  const isPlaced = useIsPlaced();
  // A member who comes back to this step stays on it.
  const [wasPlaced] = useState(isPlaced);
  const showPeople = useEffectEvent(() => void navigate({ to: '/search/tile' }));
  useEffect(() => {
    if (isPlaced && !wasPlaced) showPeople();
  }, [isPlaced, wasPlaced]);
  return (
    <>
      <p>{wasPlaced ? t('You are on the map.') : t('Then you can see who is near, and you can hide at any time.')}</p>
      {wasPlaced ? <HowOthersSeePlace /> : <WhereAreYou />}
      <Link to="/search/tile" className={buttonClass({ look: wasPlaced ? 'main' : 'quiet', isWide: true })}>
        {wasPlaced ? t('See who is near') : t('Not now')}
      </Link>
    </>
  );
}
