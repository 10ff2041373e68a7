// An open conversation (/chat/personal/{profileId}), on wide screens beside the list.
import { Navigate, useParams } from '@tanstack/react-router';
import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Conversation } from './Conversation.tsx';
import './chats.css';

const ConversationList = lazyPart(() => import('./ConversationList.tsx'), 'ConversationList');

export function ConversationScreen() {
  const { profileId: peer = '' } = useParams({ strict: false });
  const ownId = useOwnProfileId();
  const isBesideList = useSyncExternalStore(watchWidth, () => wide.matches);
  useCoveredBar();
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

/** As in chats.css. */
const wide = matchMedia('(min-width: 900px)');

function watchWidth(onChange: () => void): () => void {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

/** An attribute of the document, since a rule that asks what the frame contains would be checked at each key in the editor. */
function useCoveredBar(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.coversBar = '';
    return () => void delete dataset.coversBar;
  }, []);
}
