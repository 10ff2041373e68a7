// The member's conversations, to choose one.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { conversationsKey } from '#client/offline/conversations/cached-messages.ts';
import { conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';
import { endQuery, mayHaveOlder } from '#client/offline/conversations/list-ends.ts';
import { MoreConversations } from './MoreConversations.tsx';
import { Person } from './Person.tsx';
import { useWaitingBlocks } from './waiting-blocks.ts';
import './conversation-choice.css';

export interface ConversationChoiceProps {
  readonly title: string;
  readonly heading: 'h2' | 'h3';
  /** The conversation with this member is left out. */
  readonly without?: string;
  readonly isDisabled?: boolean;
  /** No other conversation can be chosen until it resolves. It must not reject. */
  readonly onChoose: (peer: string) => Promise<unknown>;
  /** Shown if there is no conversation. */
  readonly empty?: ReactNode;
}

export function ConversationChoice({
  title,
  heading: Heading,
  without,
  isDisabled = false,
  onChoose,
  empty = null,
}: ConversationChoiceProps) {
  const ownId = useOwnProfileId();
  const { data, error, refetch } = useQuery(conversationsQuery(ownId));
  const end = useQuery(endQuery(conversationsKey(ownId))).data;
  const blocked = useWaitingBlocks();
  const [isChoosing, setChoosing] = useState(false);
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  const others = data.filter(({ profile: { profileId } }) => profileId !== without && !blocked.has(profileId));
  if (others.length === 0) return empty;
  const choose = async (peer: string): Promise<void> => {
    setChoosing(true);
    await onChoose(peer);
    setChoosing(false);
  };
  return (
    <>
      <Heading>{title}</Heading>
      <ul className="conversation-choice" aria-label={title}>
        {others.map(({ profile }) => (
          <li key={profile.profileId}>
            <button
              type="button"
              className="person-link"
              disabled={isDisabled || isChoosing}
              onClick={() => void choose(profile.profileId)}
            >
              <Person profileId={profile.profileId} name={profile.profileName} of={profile} />
            </button>
          </li>
        ))}
      </ul>
      {mayHaveOlder(end, data, limits.conversationsPage) && <MoreConversations />}
    </>
  );
}
