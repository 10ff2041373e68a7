// /games/photocrop: propose crops for pictures of others, and decide on proposals for the own ones.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { GameHead } from './GameHead.tsx';
import { ownGamesQuery } from './games.queries.ts';
import { ProposeCrops } from './ProposeCrops.tsx';
import './photo-crop.css';

const CropProposals = lazy(() => import('./CropProposals.tsx').then(({ CropProposals }) => ({ default: CropProposals })));

type Part = 'others' | 'own';

export function PhotoCropScreen() {
  const { data: own } = useQuery(ownGamesQuery);
  const waiting = own?.cropsWaiting ?? 0;
  const [part, setPart] = useState<Part>('others');
  return (
    <Page title="Photo Cropping" width="narrow" hasBack>
      <GameHead game="photocrop" rule="Find the better part of a picture.">
        <p>Move and zoom the picture under the frame, and propose it. Its owner decides; an accepted crop is five points.</p>
        <p>They don’t see who proposed it, and you don’t hear about a no.</p>
      </GameHead>
      <Tabs
        label="Whose pictures"
        tabs={{ others: 'Pictures of others', own: waiting > 0 ? `Your pictures (${waiting})` : 'Your pictures' }}
        selected={part}
        onSelect={setPart}
      >
        {part === 'others' ? (
          <ProposeCrops />
        ) : (
          <Suspense fallback={<Skeleton shape="card" />}>
            <CropProposals />
          </Suspense>
        )}
      </Tabs>
    </Page>
  );
}
