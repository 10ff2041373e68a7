// Photo Cropping (/games/photocrop): propose crops of others' pictures, and decide on proposals for your own.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { GameHeader } from './GameHeader.tsx';
import { ownGamesQuery } from './games.queries.ts';
import { ProposeCrops } from './ProposeCrops.tsx';
import './photo-crop.css';

const CropProposals = lazyPart(() => import('./CropProposals.tsx'), 'CropProposals');

type Tab = 'others' | 'own';

export function PhotoCropScreen() {
  const { data: own } = useQuery(ownGamesQuery);
  const waitingCount = own?.cropsWaiting ?? 0;
  const [tab, setTab] = useState<Tab>('others');
  return (
    <Page title={t('Photo Cropping')} width="split" back={<BackButton />}>
      <div className="split split-tabbed">
        <GameHeader game="photocrop" rule={t('Find the better part of a picture.')}>
          <p>
            {t(
              'Move and zoom the picture under the frame, then propose the crop. Its owner decides; an accepted crop scores five points.',
            )}
          </p>
          <p>{t('They don’t see who proposed it, and you aren’t notified if they decline.')}</p>
        </GameHeader>
        <Tabs
          label={t('Whose pictures')}
          tabs={{
            others: t('Pictures of others'),
            own:
              waitingCount > 0 ? t('Your pictures ({count})', { count: numberText(waitingCount, locale()) }) : t('Your pictures'),
          }}
          selected={tab}
          onSelect={setTab}
        >
          {tab === 'others' ? (
            <NeedsProfile>
              <ProposeCrops />
            </NeedsProfile>
          ) : (
            <div className="split-stage">
              <Suspense fallback={<Skeleton shape="card" />}>
                <CropProposals />
              </Suspense>
            </div>
          )}
        </Tabs>
      </div>
    </Page>
  );
}
