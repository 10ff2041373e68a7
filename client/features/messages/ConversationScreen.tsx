// The screen with an open conversation (/chat/personal/{profileId}). On wide screens the list is beside it.
import { Navigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { mediaHook } from '#client/ui/media-hook.ts';
import { useOwnHeader } from '#client/ui/own-header.ts';
import { Conversation } from './Conversation.tsx';
import { useKeyboardHeight } from './use-keyboard-height.ts';
import { usePanes } from './use-panes.ts';
import './chats.css';

const ConversationList = lazyPart(() => import('./ConversationList.tsx'), 'ConversationList');

/** The width is the same as in chats.css. */
const useIsBesideList = mediaHook('(min-width: 900px)');

export function ConversationScreen() {
  const { profileId: peer = '' } = useParams({ strict: false });
  const ownId = useOwnProfileId();
  const isBesideList = useIsBesideList();
  useOwnHeader();
  usePanes('conversation');
  useKeyboardHeight();
  if (!isUuid(peer) || peer === ownId) return <Navigate to="/chat/personal" replace />;
  return (
    <div className="chats">
      {isBesideList && (
        <Suspense fallback={<div className="chat-list" />}>
          <ConversationList current={peer} />
        </Suspense>
      )}
      <Conversation key={peer} peer={peer} />
    </div>
  );
}
