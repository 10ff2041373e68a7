// The list of conversations and the open one (/chat/personal, /chat/personal/{profileId}), side by side on wide screens.
import { Navigate, useParams } from '@tanstack/react-router';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import './chats.css';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const ConversationsScreen = () => <Chats peer={null} />;

export function ConversationScreen() {
  const { profileId = '' } = useParams({ strict: false });
  const ownId = useOwnProfileId();
  if (!idPattern.test(profileId) || profileId === ownId) return <Navigate to="/chat/personal" replace />;
  return <Chats peer={profileId} />;
}

function Chats({ peer }: { readonly peer: string | null }) {
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
