// Searches the member's conversations: the search field, and links to the messages found.
import { t, tCount } from '#client/device/texts.ts';
import { useEffect, useId, useState } from 'react';
import type { MessageFound } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { PersonRow } from '#client/people/Person.tsx';
import { ConnectionLost } from '#client/net/errors.ts';
import { MorePages } from '#client/net/MorePages.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { ChatIcon, CloseIcon } from '#client/ui/icons.tsx';
import { RovingList } from '#client/ui/RovingList.tsx';
import { OwnPreview, Time } from './ConversationRow.tsx';
import { useMessageSearch } from './search.queries.ts';

const debounceMs = 300;

export interface ConversationSearchProps {
  readonly text: string;
  /** False when the member returns from a result to the search. */
  readonly hasFocus: boolean;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export function ConversationSearch({ text, hasFocus, onText, onClose }: ConversationSearchProps) {
  const id = useId();
  const [searchText, setSearchText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search>
      <div className="chat-search">
        <label htmlFor={id} className="visually-hidden">
          {t('Search your messages')}
        </label>
        <input
          id={id}
          className="input"
          type="search"
          value={text}
          maxLength={limits.maxSearchTextLength}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          placeholder={t('Search your messages')}
          autoFocus={hasFocus}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button look="round" onClick={onClose} aria-label={t('Close search')}>
          <CloseIcon />
        </Button>
      </div>
      {/* When the field is cleared, the results disappear at once, without the delay of a search. */}
      {text.trim() !== '' && <SearchResults text={searchText.trim()} />}
    </search>
  );
}

function SearchResults({ text }: { readonly text: string }) {
  const query = useMessageSearch(text);
  const { data, error, refetch, hasNextPage } = query;
  if (text === '') return null;
  const found = data?.pages.flat() ?? [];
  const failed = data === undefined && error !== null && (
    <FailedState
      isOffline={error instanceof ConnectionLost}
      text={error instanceof ConnectionLost ? t('You need to be online to search.') : undefined}
      onRetry={() => void refetch()}
    />
  );
  const none = data !== undefined && found.length === 0 && (
    <EmptyState icon={ChatIcon} text={t('No messages match your search.')} />
  );
  return (
    <>
      <div role="status">
        {failed || none || (
          <p className="visually-hidden">{data === undefined ? t('Searching') : foundText(found.length, hasNextPage)}</p>
        )}
      </div>
      {found.length > 0 && (
        <RovingList className="chat-rows">
          {found.map((message) => (
            <li key={message.id}>
              <ResultRow message={message} />
            </li>
          ))}
        </RovingList>
      )}
      <MorePages query={query} />
    </>
  );
}

const foundText = (count: number, hasMore: boolean): string =>
  hasMore
    ? tCount(count, { one: '# and more found', other: '# and more found' })
    : tCount(count, { one: '# found', other: '# found' });

function ResultRow({ message: { id, profile, senderProfileId, tsCreated, excerpt } }: { readonly message: MessageFound }) {
  const ownId = useOwnProfileId();
  return (
    <PersonRow
      profileId={profile.profileId}
      name={profile.profileName}
      of={profile}
      leadsTo="chat"
      hash={id}
      className="chat-row chat-row-found"
      line={senderProfileId === ownId ? <OwnPreview text={excerpt} /> : excerpt}
      end={<Time ms={tsCreated} />}
    />
  );
}
