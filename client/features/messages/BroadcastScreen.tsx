// The screen with the broadcasts of the member's area (/chat/broadcast) and the editor above them.
import { t } from '#client/device/texts.ts';
import { rich } from '#client/ui/rich.tsx';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { LocationPrompt } from '#client/features/nearby/LocationPrompt.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { ownSectorQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Page } from '#client/ui/Page.tsx';
import { AreaChat, AreaSkeleton } from './AreaChat.tsx';
import { BroadcastEditor } from './BroadcastEditor.tsx';
import '#client/ui/split.css';
import '#client/people/near-tiles.css';
import './bubble.css';
import './editor.css';
import './broadcast.css';

const AreaFaces = lazyPart(() => import('#client/features/nearby/AreaFaces.tsx'), 'AreaFaces');

/** The refetch interval while the location is unknown. Members who have just set a location should soon be able to post. */
const withoutLocationMs = 3_000;
const withLocationMs = 60_000;

export function BroadcastScreen() {
  return (
    <Page
      title={t('Broadcast Messages')}
      width="split"
      actions={
        <Link to="/chat/personal" className={buttonClass({ look: 'round' })} aria-label={t('Your Conversations')}>
          <ChatIcon />
        </Link>
      }
    >
      <OwnArea />
    </Page>
  );
}

function OwnArea() {
  const ownId = useOwnProfileId();
  const { data, error, refetch } = useQuery({
    ...ownSectorQuery(ownId),
    enabled: ownId !== '',
    refetchInterval: ({ state }) => (state.data?.sector === null ? withoutLocationMs : withLocationMs),
  });
  /** The sector that a member without a location has chosen to view. */
  const [viewedSector, setViewedSector] = useState<string | null>(null);
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<ScreenSkeleton />} />;
  const sector = data.sector ?? viewedSector;
  if (sector === null) return <LocationPrompt onLookAround={({ lat, lon }) => setViewedSector(sectorKey(sectorOf(lat, lon)))} />;
  return (
    <div className="split">
      {data.sector !== null && (
        <section aria-labelledby="broadcast-near" className="split-panel split-card broadcast-near">
          <h2 id="broadcast-near">{t('Near you now')}</h2>
          <Suspense>
            <AreaFaces />
          </Suspense>
        </section>
      )}
      <div className="split-stage">
        {data.sector === null ? (
          <Notice isStatic>
            {rich(t('To post here, <a>set your location on the map</a>.'), {
              a: (text) => <Link to="/search/map">{text}</Link>,
            })}
          </Notice>
        ) : (
          <BroadcastEditor />
        )}
        <AreaChat key={sector} sector={sector} />
      </div>
    </div>
  );
}

function ScreenSkeleton() {
  return (
    <div className="split">
      <div className="split-panel split-card broadcast-near">
        <h2>{t('Near you now')}</h2>
        <SkeletonList count={12} shape="picture" className="near-tiles" />
      </div>
      <div className="split-stage">
        <span className="skeleton broadcast-editor-skeleton" />
        <AreaSkeleton />
      </div>
    </div>
  );
}
