// The list of conversations, newest first, with its five states.
import { Link } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { endQuery, goesOn } from '#client/offline/conversations/list-ends.ts';
import { loadOlderConversations } from '#client/offline/conversations/older-pages.ts';
import { conversationsKey } from '#client/offline/conversations/conversation-queries.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BroadcastIcon, ChatIcon } from '#client/ui/icons.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { SearchIcon } from './message-icons.ts';
import { useChatWrites, useConversations } from './messages.queries.ts';
import { shownConversations } from './shown-conversations.ts';

const ConversationSearch = lazy(() =>
  import('./ConversationSearch.tsx').then(({ ConversationSearch }) => ({ default: ConversationSearch })),
);

/** The text searched for, or null, and by which profile: coming back from a result restores the search. */
let searched: { readonly own: string; readonly text: string | null } = { own: '', text: null };

/** Scroll position of the list: to the router, opening the first conversation beside it is another screen. */
let scrolledPx = 0;

/** `current` is the peer of the open conversation. */
export function ConversationList({ current }: { readonly current: string | null }) {
  const list = useRef<HTMLElement>(null);
  const own = useOwnProfileId();
  const [text, setText] = useState(searched.own === own ? searched.text : null);
  const search = (next: string | null): void => {
    searched = { own, text: next };
    setText(next);
  };
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = scrolledPx;
  }, []);
  return (
    <section
      ref={list}
      className="chat-list"
      aria-labelledby="chat-list-title"
      onScroll={({ currentTarget }) => {
        scrolledPx = currentTarget.scrollTop;
      }}
    >
      <div className="chat-list-head">
        <h1 id="chat-list-title">Your Conversations</h1>
        {text === null && (
          <Button look="round" onClick={() => search('')} aria-label="Search your messages">
            <SearchIcon />
          </Button>
        )}
        <Link to="/chat/broadcast" className={buttonClass({ look: 'round' })} aria-label="Broadcast Messages">
          <BroadcastIcon />
        </Link>
      </div>
      {text !== null && (
        <Suspense>
          <ConversationSearch text={text} onText={search} onClose={() => search(null)} />
        </Suspense>
      )}
      {(text ?? '').trim() === '' && <Rows current={current} />}
    </section>
  );
}

function Rows({ current }: { readonly current: string | null }) {
  const own = useOwnProfileId();
  const writes = useChatWrites();
  const { data, error, refetch } = useConversations();
  const end = useQuery(endQuery(conversationsKey(own))).data;
  const shown = shownConversations(own, data ?? [], writes);
  if (data === undefined && shown.length === 0)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <RowSkeletons />
      </NotLoaded>
    );
  if (shown.length === 0)
    return (
      <EmptyState icon={ChatIcon} text="No conversations yet.">
        <p>Find somebody you like and say hello.</p>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          Look around
        </Link>
        <Link to="/games/welcome" className={buttonClass({ look: 'quiet' })}>
          New here? Let somebody say hello
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ul className="chat-rows">
        {shown.map((conversation) => (
          <li key={conversation.peer}>
            <ConversationRow conversation={conversation} isCurrent={conversation.peer === current} />
          </li>
        ))}
      </ul>
      {data !== undefined && goesOn(end, data, limits.conversationsPage) && <MoreConversations own={own} />}
    </>
  );
}

function MoreConversations({ own }: { readonly own: string }) {
  const client = useQueryClient();
  const { isLost } = useStore(reachability);
  const [state, setState] = useState<'more' | 'loading' | 'failed'>('more');
  const load = (): void => {
    setState('loading');
    loadOlderConversations(client, own).then(
      () => setState('more'),
      () => setState('failed'),
    );
  };
  if (state !== 'failed' && !isLost) return <LoadMore isLoading={state === 'loading'} onMore={load} />;
  return (
    <div className="load-more">
      <Button onClick={load}>Show more</Button>
    </div>
  );
}

function RowSkeletons() {
  return (
    <div className="chat-rows" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="chat-row">
          <span className="skeleton chat-row-circle" />
          <span className="chat-row-words">
            <Skeleton shape="title" />
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  );
}
