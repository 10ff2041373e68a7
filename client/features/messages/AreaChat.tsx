// The messages of an area, newest first: the own sector, then the ring of sectors around it.
import { lazy, Suspense, useState } from 'react';
import type { Broadcaster } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BroadcastIcon } from '#client/ui/icons.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { BroadcastRow } from './BroadcastRow.tsx';
import { useChatWrites } from './messages.queries.ts';
import { shownBroadcasts, waitingBroadcasts, type ShownBroadcast } from './shown-broadcasts.ts';
import { useArea, type Area } from './use-area.ts';
import { useOpenPicture } from './use-open-picture.ts';
import { useRemovals } from './use-removals.ts';

const MessageMenu = lazy(() => import('./MessageMenu.tsx').then(({ MessageMenu }) => ({ default: MessageMenu })));

const theEnd = "That's all folks...";
const offlineText = 'You are offline, and no messages of your area are on your device yet.';

/** Needs the sector as `key` too. */
export function AreaChat({ sector }: { readonly sector: string }) {
  const me = useMe();
  const writes = useChatWrites();
  const area = useArea(sector);
  const removals = useRemovals('Unsent for everybody.');
  const [chosen, setChosen] = useState<ShownBroadcast | null>(null);
  const all = [...(area.near ?? []), ...(area.around ?? [])];
  const shown = (items: Area['around']) => shownBroadcasts(me.profileId, items ?? [], all, writes, removals.hiddenIds);
  const near = [...waitingBroadcasts(me, area.near ?? [], writes), ...shown(area.near ?? [])];
  const around = shown(area.around);
  const openPicture = useOpenPicture([...near, ...around], ({ sender }) => sender.profileId);

  const list = (messages: readonly ShownBroadcast[]) => (
    <ol className="broadcast-list">
      {messages.map((message) => (
        <BroadcastRow key={message.key} message={message} onChoose={setChosen} onPicture={openPicture} />
      ))}
    </ol>
  );
  return (
    <>
      <div role="log" aria-label="Messages in your area" aria-relevant="additions">
        {near.length > 0 ? list(near) : <NothingNear area={area} />}
        {around.length > 0 && (
          <section className="broadcast-around">
            <h2>Around your area</h2>
            {list(around)}
          </section>
        )}
      </div>
      {area.near !== undefined && <More area={area} />}
      <UndoBar text={removals.words} onUndo={removals.undo} />
      {chosen !== null && (
        <Suspense>
          <MessageMenu message={chosen} name={null} onClose={() => setChosen(null)} onRemove={removals.remove} />
        </Suspense>
      )}
    </>
  );
}

function NothingNear({ area: { near, error, loadMore } }: { readonly area: Area }) {
  if (near !== undefined) return <EmptyState icon={BroadcastIcon} text="No messages found in your area." />;
  return (
    <NotLoaded error={error} offlineText={offlineText} onRetry={loadMore}>
      <AreaSkeleton />
    </NotLoaded>
  );
}

function More({ area: { more, loadMore } }: { readonly area: Area }) {
  if (more === 'none') return <p className="broadcast-end soft">{theEnd}</p>;
  return (
    <div className="load-more">
      {more === 'failed' && <p className="soft small">More could not be loaded.</p>}
      <Button onClick={loadMore} disabled={more === 'loading'}>
        {more === 'loading' ? 'Loading...' : more === 'failed' ? 'Try again' : 'Load more'}
      </Button>
    </div>
  );
}

export function AreaSkeleton() {
  return (
    <div className="broadcast-list" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="broadcast">
          <span className="skeleton broadcast-circle" />
          <span className="broadcast-words">
            <Skeleton />
            <span className="skeleton bubble-skeleton" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** The member as the sender of messages still in the outbox. */
function useMe(): Broadcaster {
  const profileId = useOwnProfileId();
  const { profile } = useOwnProfile();
  return {
    profileId,
    session: null,
    profileName: profile?.profilename ?? '',
    profilePicIds: profile?.profilePicIds ?? [],
    profileAge: profile?.age ?? limits.placeholderAge,
  };
}
