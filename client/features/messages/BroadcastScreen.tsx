// /chat/broadcast: the messages of the own area, with the editor on top.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { LocationPrompt } from '#client/features/nearby/LocationPrompt.tsx';
import { ownSectorQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { AreaChat, AreaSkeleton } from './AreaChat.tsx';
import { BroadcastEditor } from './BroadcastEditor.tsx';
import './conversation.css';
import './broadcast.css';

/** A member who has just placed themselves should soon be able to post. */
const placelessMs = 3_000;
const movingMs = 60_000;

export function BroadcastScreen() {
  return (
    <Page
      title="Broadcast Messages"
      width="reading"
      actions={
        <Link to="/chat/personal" className={buttonClass({ look: 'round' })} aria-label="Your Conversations">
          <ChatIcon />
        </Link>
      }
    >
      <OwnArea />
    </Page>
  );
}

function OwnArea() {
  const own = useOwnProfileId();
  const { data, error, refetch } = useQuery({
    ...ownSectorQuery(own),
    enabled: own !== '',
    refetchInterval: ({ state }) => (state.data?.sector === null ? placelessMs : movingMs),
  });
  /** The sector that a member without a place looks at. */
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  if (data === undefined)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <AreaSkeleton />
      </NotLoaded>
    );
  const sector = data.sector ?? elsewhere;
  if (sector === null) return <LocationPrompt onLookAround={({ lat, lon }) => setElsewhere(sectorKey(sectorOf(lat, lon)))} />;
  return (
    <>
      {data.sector === null ? (
        <Notice isStill>
          To post here, <Link to="/search/map">place yourself on the map</Link>.
        </Notice>
      ) : (
        <BroadcastEditor />
      )}
      <AreaChat key={sector} sector={sector} />
    </>
  );
}
