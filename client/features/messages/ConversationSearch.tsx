// Search in the own conversations: the field and the messages found, as links.
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { MessageFound } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon, CloseIcon } from '#client/ui/icons.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { useFoundMessages } from './search.queries.ts';
import { whenWords } from './time-words.ts';

/** Debounce of the text field. */
const typingMs = 300;

export interface ConversationSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export function ConversationSearch({ text, onText, onClose }: ConversationSearchProps) {
  const id = useId();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search>
      <div className="chat-search">
        <label htmlFor={id} className="visually-hidden">
          Words in your messages
        </label>
        <input
          id={id}
          className="input"
          type="search"
          value={text}
          maxLength={limits.searchTextMost}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          placeholder="Words in your messages"
          autoFocus
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button look="round" onClick={onClose} aria-label="End search">
          <CloseIcon />
        </Button>
      </div>
      <Found text={asked.trim()} />
    </search>
  );
}

function Found({ text }: { readonly text: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useFoundMessages(text);
  if (text === '') return null;
  if (data === undefined && error !== null)
    return <NotLoaded error={error} offlineText="You need a connection to search." onRetry={refetch} />;
  const found = data?.pages.flat() ?? [];
  return (
    <>
      <p role="status" className="visually-hidden">
        {data === undefined ? 'Searching' : found.length === 0 ? '' : `${found.length}${hasNextPage ? ' and more' : ''} found`}
      </p>
      {data !== undefined && found.length === 0 && <EmptyState icon={ChatIcon} text="No message has these words." />}
      <ul className="chat-rows">
        {found.map((message) => (
          <li key={message.id}>
            <FoundRow message={message} />
          </li>
        ))}
      </ul>
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}

function FoundRow({ message: { id, profile, senderProfileId, tsCreated, excerpt } }: { readonly message: MessageFound }) {
  const own = useOwnProfileId();
  const name = shownName(profile.profileName) || 'Member';
  return (
    <Link to="/chat/personal/$profileId" params={{ profileId: profile.profileId }} hash={id} className="chat-row">
      <Avatar of={profile} name={name} sizes="52px" isFirst />
      <span className="chat-row-words">
        <span className="chat-row-line">
          <span className="chat-row-name" title={profile.profileName}>
            {name}
          </span>
          <time className="chat-row-time" dateTime={new Date(tsCreated).toISOString()}>
            {whenWords(tsCreated)}
          </time>
        </span>
        <span className="chat-found" dir="auto">
          {senderProfileId === own && 'You: '}
          {excerpt}
        </span>
      </span>
    </Link>
  );
}
