// The list of conversations (/chat/personal).
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { ConversationList } from './ConversationList.tsx';
import './chats.css';

export const ConversationsScreen = () => (
  <div className="chats">
    <ConversationList current={null} />
    <div className="chat-empty">
      <EmptyState icon={ChatIcon} text="Choose a conversation to read it here." />
    </div>
  </div>
);
