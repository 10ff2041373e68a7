// The list of conversations and the open one (/chat/personal, /chat/personal/{profileId}), side by side on wide screens.
import { Navigate, useParams } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import './chats.css';

export const ConversationsScreen = () => <Chats peer={null} />;

export function ConversationScreen() {
  const { profileId = '' } = useParams({ strict: false });
  const ownId = useOwnProfileId();
  if (!isUuid(profileId) || profileId === ownId) return <Navigate to="/chat/personal" replace />;
  return <Chats peer={profileId} />;
}

/** An attribute of the document, since a rule that asks what the frame contains would be checked at each key in the editor. */
function useCoveredBar(isCovered: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (!isCovered) return;
    dataset.coversBar = '';
    return () => void delete dataset.coversBar;
  }, [isCovered]);
}

function Chats({ peer }: { readonly peer: string | null }) {
  useCoveredBar(peer !== null);
  return (
    <div className={peer === null ? 'chats' : 'chats chats-open'}>
      <ConversationList current={peer} />
      {peer === null ? (
        <div className="chat-empty">
          <EmptyState icon={ChatIcon} text="Choose a conversation to read it here." />
        </div>
      ) : (
        <Conversation key={peer} peer={peer} />
      )}
    </div>
  );
}
