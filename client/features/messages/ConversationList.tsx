// The list of conversations, newest first, with search and a filter for unread messages.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { endQuery, mayHaveOlder } from '#client/offline/conversations/list-ends.ts';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { MoreConversations } from '#client/people/MoreConversations.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BroadcastIcon, ChatIcon } from '#client/ui/icons.tsx';
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { RovingList } from '#client/ui/RovingList.tsx';
import { AreaRow } from './AreaRow.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { SearchIcon } from './message-icons.ts';
import { useOnlinePeers } from './use-online-peers.ts';
import { useChatWrites, useConversations } from './messages.queries.ts';
import { shownConversations } from './shown-conversations.ts';
import './conversation-list.css';

const ConversationSearch = lazyPart(() => import('./ConversationSearch.tsx'), 'ConversationSearch');

interface ListView {
  readonly ownId: string;
  /** The searched text, restored when the member returns from a result. It is null while the search is closed. */
  readonly text: string | null;
  readonly isUnreadOnly: boolean;
  readonly scrollTopPx: number;
}

const startView = (ownId: string): ListView => ({ ownId, text: null, isUnreadOnly: false, scrollTopPx: 0 });

/** This is stored outside of the component, since the router opens a conversation beside the list as another screen. */
let lastView = startView('');

function viewOf(ownId: string): ListView {
  if (lastView.ownId !== ownId) lastView = startView(ownId);
  return lastView;
}

/** `current` is the other member of the open conversation. */
export function ConversationList({ current }: { readonly current: string | null }) {
  const list = useRef<HTMLElement>(null);
  // If a conversation is open, its name is the h1 of the screen.
  const Title = current === null ? 'h1' : 'h2';
  const ownId = useOwnProfileId();
  const [text, setText] = useState(() => viewOf(ownId).text);
  /** The element that the member's last press opened or brought back, which takes the focus. */
  const [focused, setFocused] = useState<'field' | 'button' | null>(null);
  const search = (next: string | null): void => {
    lastView = { ...viewOf(ownId), text: next };
    setText(next);
  };
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = viewOf(ownId).scrollTopPx;
  }, [ownId]);
  return (
    <section
      ref={list}
      className="chat-list"
      aria-labelledby="chat-list-title"
      onScroll={({ currentTarget }) => {
        lastView = { ...viewOf(ownId), scrollTopPx: currentTarget.scrollTop };
      }}
    >
      <div className="chat-list-header">
        <Title id="chat-list-title">{t('Your Conversations')}</Title>
        {text === null && (
          <Button
            ref={focused === 'button' ? focusNow : null}
            look="round"
            onClick={() => {
              setFocused('field');
              search('');
            }}
            aria-label={t('Search your messages')}
          >
            <SearchIcon />
          </Button>
        )}
        <Link
          to="/chat/broadcast"
          className={`chat-area-link ${buttonClass({ look: 'round' })}`}
          aria-label={t('Broadcast Messages')}
        >
          <BroadcastIcon />
        </Link>
      </div>
      {text !== null && (
        <Suspense>
          <ConversationSearch
            text={text}
            hasFocus={focused === 'field'}
            onText={search}
            onClose={() => {
              setFocused('button');
              search(null);
            }}
          />
        </Suspense>
      )}
      {(text ?? '').trim() === '' && (
        <>
          <AreaRow />
          <ConversationRows current={current} />
        </>
      )}
    </section>
  );
}

function ConversationRows({ current }: { readonly current: string | null }) {
  const ownId = useOwnProfileId();
  const writes = useChatWrites();
  const { data, error, refetch } = useConversations();
  const end = useQuery(endQuery(conversationsKey(ownId))).data;
  const shown = shownConversations(ownId, data ?? [], writes);
  const online = useOnlinePeers(shown);
  const [isUnreadOnly, setUnreadOnly] = useState(() => viewOf(ownId).isUnreadOnly);
  const unread = shown.filter((conversation) => conversation.unread > 0 || conversation.peer === current);
  // Otherwise the next message would filter the list again, while the member looks at all of it.
  if (isUnreadOnly && shown.length > 0 && unread.length === 0) setUnreadOnly(false);
  useEffect(() => {
    lastView = { ...viewOf(ownId), isUnreadOnly };
  }, [ownId, isUnreadOnly]);
  if (data === undefined && shown.length === 0) return <QueryState error={error} refetch={refetch} skeleton={<RowSkeletons />} />;
  if (shown.length === 0)
    return (
      <EmptyState icon={ChatIcon} text={t('No conversations yet.')}>
        <p>{t('Find someone you like and say hello.')}</p>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          {t('Look around')}
        </Link>
        <Link to="/games/welcome" className={buttonClass({ look: 'quiet' })}>
          {t('New here? Let someone say hello')}
        </Link>
      </EmptyState>
    );
  return (
    <>
      <Button
        className="chat-filter"
        aria-pressed={isUnreadOnly}
        disabled={unread.length === 0}
        onClick={() => setUnreadOnly(!isUnreadOnly)}
      >
        {t('Unread')}
      </Button>
      <RovingList className="chat-rows">
        {(isUnreadOnly ? unread : shown).map((conversation) => (
          <li key={conversation.peer}>
            <ConversationRow
              conversation={conversation}
              isCurrent={conversation.peer === current}
              isOnline={online.has(conversation.peer)}
            />
          </li>
        ))}
      </RovingList>
      {data !== undefined && mayHaveOlder(end, data, limits.conversationsPage) && <MoreConversations />}
    </>
  );
}

function RowSkeletons() {
  return (
    <>
      <Button className="chat-filter" aria-pressed={false} disabled>
        {t('Unread')}
      </Button>
      <div className="chat-rows" aria-busy="true">
        <LoadingText />
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="person-row chat-row">
            <span className="person-link">
              <span className="skeleton has-dot chat-face-skeleton" />
              <Skeleton />
              <span className="skeleton chat-time-skeleton" />
              <Skeleton />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
