// The screen with the list of conversations (/chat/personal).
import { t } from '#client/device/texts.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { ConversationList } from './ConversationList.tsx';
import { usePanes } from './use-panes.ts';
import './chats.css';

export function ConversationsScreen() {
  usePanes('list');
  return (
    <div className="chats">
      <ConversationList current={null} />
      <div className="chat-empty">
        <EmptyState icon={ChatIcon} text={t('Choose a conversation to read it here.')} />
      </div>
    </div>
  );
}
