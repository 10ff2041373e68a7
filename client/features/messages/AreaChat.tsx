// Shows the broadcasts of an area, newest first: those of the sector, then those of the sectors around it.
import { t } from '#client/device/texts.ts';
import { Suspense, useRef, useState } from 'react';
import type { Broadcaster } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/letters.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BroadcastIcon } from '#client/ui/icons.tsx';
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useFocusNewEntry } from '#client/ui/use-focus-new-entry.ts';
import { useRovingStop } from '#client/ui/use-roving-stop.ts';
import { BroadcastRow } from './BroadcastRow.tsx';
import { useChatWrites } from './messages.queries.ts';
import { SpokenArrivals } from './SpokenArrivals.tsx';
import { shownBroadcasts, waitingBroadcasts, type ShownBroadcast } from './shown-broadcasts.ts';
import { useArea, type Area } from './use-area.ts';
import { useDropDelivered } from './use-drop-delivered.ts';
import { useOpenPicture } from './use-open-picture.ts';
import { useRemovals } from './use-removals.ts';
import '#client/ui/load-more.css';

const MessageMenu = lazyPart(() => import('./MessageMenu.tsx'), 'MessageMenu');

const offlineText = 'You’re offline, and no messages from your area are on this device yet.';

/** Both lists together are one stop of the Tab key. */
const stops = {
  items: '[data-key]',
  controls: 'a[href]:not(.broadcast-avatar), button:not(.message-more)',
  areItemsFocusable: true,
};

/** The caller must also pass the sector as `key`. */
export function AreaChat({ sector }: { readonly sector: string }) {
  const me = useOwnBroadcaster();
  const writes = useChatWrites();
  const area = useArea(sector);
  const removals = useRemovals(t('Unsent for everyone.'));
  const [selected, setSelected] = useState<{ message: ShownBroadcast; anchor: Element } | null>(null);
  const all = [...(area.near ?? []), ...(area.around ?? [])];
  useDropDelivered(writes.broadcasts, all);
  const shown = (items: Area['around']) => shownBroadcasts(me.profileId, items ?? [], all, writes, removals.hiddenIds);
  const near = [...waitingBroadcasts(me, area.near ?? [], writes), ...shown(area.near ?? [])];
  const around = shown(area.around);
  const openPicture = useOpenPicture([...near, ...around], ({ sender }) => sender.profileId);

  const log = useRef<HTMLDivElement>(null);
  const roving = useRovingStop(log, stops);

  const listOf = (messages: readonly ShownBroadcast[]) => (
    <ol className="broadcast-list">
      {messages.map((message) => (
        <BroadcastRow
          key={message.key}
          message={message}
          onSelect={(one, anchor) => setSelected({ message: one, anchor })}
          onPicture={openPicture}
        />
      ))}
    </ol>
  );
  return (
    <>
      <div ref={log} role="log" aria-label={t('Messages in your area')} aria-live="off" {...roving}>
        {near.length > 0 ? listOf(near) : <NoMessages area={area} />}
        {around.length > 0 && (
          <section className="broadcast-around">
            <h2>{t('Around your area')}</h2>
            {listOf(around)}
          </section>
        )}
      </div>
      <SpokenArrivals messages={area.near} nameOf={({ profile }) => shownName(profile.profileName) || t('Member')} />
      {area.near !== undefined && <LoadMoreBroadcasts area={area} />}
      <UndoBar text={removals.undoText} onUndo={removals.undo} />
      {selected !== null && (
        <Suspense>
          <MessageMenu
            {...selected}
            profileId={selected.message.sender.profileId}
            name={null}
            onClose={() => setSelected(null)}
            onRemove={removals.remove}
          />
        </Suspense>
      )}
    </>
  );
}

function NoMessages({ area: { near, error, loadMore } }: { readonly area: Area }) {
  if (near !== undefined) return <EmptyState icon={BroadcastIcon} text={t('No messages found in your area.')} />;
  return <QueryState error={error} offlineText={t(offlineText)} refetch={loadMore} skeleton={<AreaSkeleton />} />;
}

function LoadMoreBroadcasts({ area: { more, loadMore } }: { readonly area: Area }) {
  const end = useRef<HTMLParagraphElement>(null);
  const focusNewEntry = useFocusNewEntry(end);
  if (more === 'none')
    return (
      <p className="broadcast-end soft" tabIndex={-1} ref={end}>
        {t("That's all folks...")}
      </p>
    );
  return (
    <div className="load-more">
      {more === 'failed' && (
        <p className="soft small" role="alert">
          {t('More messages couldn’t be loaded.')}
        </p>
      )}
      <Button
        onClick={({ currentTarget }) => {
          focusNewEntry(currentTarget);
          loadMore();
        }}
        disabled={more === 'loading'}
      >
        {more === 'loading' ? t('Loading...') : more === 'failed' ? t('Try again') : t('Load more')}
      </Button>
    </div>
  );
}

export function AreaSkeleton() {
  return (
    <div className="broadcast-list" aria-busy="true">
      <LoadingText />
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="broadcast">
          <span className="broadcast-avatar">
            <span className="skeleton avatar" />
          </span>
          <Skeleton />
          <span className="skeleton bubble-skeleton" />
        </div>
      ))}
    </div>
  );
}

/** The member as the sender of undelivered messages. */
function useOwnBroadcaster(): Broadcaster {
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
