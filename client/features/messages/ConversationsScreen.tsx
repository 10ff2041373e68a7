// The screen with the list of conversations (/chat/personal).
import { t } from '#client/device/texts.ts';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { ConversationList } from './ConversationList.tsx';
import { useConversations } from './messages.queries.ts';
import { usePanes } from './use-panes.ts';
import './chats.css';

const SharedText = lazyPart(() => import('./SharedText.tsx'), 'SharedText');

export function ConversationsScreen() {
  // The worker opens it with this fragment after another app has shared a text.
  const hasShared = useLocation({ select: ({ hash }) => hash === 'shared' });
  if (!hasShared) return <Conversations />;
  return (
    <Suspense>
      <SharedText />
    </Suspense>
  );
}

function Conversations() {
  usePanes('list');
  const hasAny = (useConversations().data ?? []).length > 0;
  return (
    <div className="chats">
      <ConversationList current={null} />
      <div className="chat-empty">
        {hasAny && <EmptyState icon={ChatIcon} text={t('Choose a conversation to read it here.')} />}
      </div>
    </div>
  );
}
