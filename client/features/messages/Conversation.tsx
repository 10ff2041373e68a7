// An open conversation: header, messages and editor.
import { lazy, Suspense, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { LogSkeleton } from './LogSkeleton.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useChatWrites, useConversation, useConversations, usePeer, useReact, useSendMessage } from './messages.queries.ts';
import { RefusedReactions } from './RefusedReactions.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { createQuoteLookup, shownMessages, type ShownMessage } from './shown-messages.ts';
import { useIsTyping, useSendTyping } from './use-typing.ts';
import { useConversationDownload } from './use-conversation-download.ts';
import { useFirstNewMessage } from './use-first-new-message.ts';
import { usePolling } from './use-polling.ts';
import { useQuote } from './use-quote.ts';
import { useRemovals } from './use-removals.ts';
import './conversation.css';
import './replies.css';

const MessageMenu = lazy(() => import('./MessageMenu.tsx').then(({ MessageMenu }) => ({ default: MessageMenu })));

const noMessages: readonly Message[] = [];
const goneText = 'This member is no longer available.';
const offlineText =
  'You’re offline, and this conversation isn’t on this device yet. Messages you write now will be sent when you’re back online.';

export function Conversation({ peer }: { readonly peer: string }) {
  const ownId = useOwnProfileId();
  const writes = useChatWrites();
  const conversation = useConversation(peer);
  const profile = usePeer(peer);
  const listed = useConversations().data?.find((other) => other.profile.profileId === peer)?.profile;
  const [selected, setSelected] = useState<ShownMessage | null>(null);
  const [replyToId, setReplyToId] = useState<string | null>(null);
  const react = useReact();
  const isTyping = useIsTyping(peer);
  const sendTyping = useSendTyping(peer);
  const pollNow = usePolling(peer);
  const removals = useRemovals('Unsent for both of you.');
  useConversationDownload(peer, conversation.data !== undefined && !conversation.isFetching);
  const firstNewId = useFirstNewMessage(conversation.data, !conversation.isFetching);

  const messages = conversation.data ?? noMessages;
  const shown = shownMessages(ownId, peer, messages, writes, removals.hiddenIds);
  const quote = useQuote(conversation.data ? createQuoteLookup(ownId, messages, writes, removals.hiddenIds)(replyToId) : null);
  // A deleted message can't be replied to; the draft remains.
  if (quote?.state === 'gone') setReplyToId(null);
  const isGone = profile.error instanceof Refused && profile.error.status === 404;
  const fullName = profile.data?.profilename ?? listed?.profileName ?? '';
  const name = shownName(fullName, limits.profileNameShown) || 'Member';
  const sendMessage = useSendMessage({ profileId: peer, name });
  const send = async (draft: Draft): Promise<void> => {
    setReplyToId(null);
    try {
      await sendMessage(draft);
    } catch (error) {
      setReplyToId(draft.replyToId);
      throw error;
    }
    pollNow();
  };
  const reply = ({ id }: ShownMessage): void => setReplyToId(id);
  const brief = profile.data ?? listed;
  const header = { name, fullName, pictureId: brief?.profilePicIds[0], placeholder: brief?.picPlaceholders?.[0], isGone };

  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <ConversationHeader peer={peer} {...header} location={profile.data ?? null} />
      {shown.length > 0 ? (
        <MessageLog
          peer={peer}
          name={name}
          messages={messages}
          shown={shown}
          firstNewId={firstNewId}
          onSelect={setSelected}
          onReply={isGone ? null : reply}
          onRemoveReaction={(id) => void react(id, null).catch(() => undefined)}
        />
      ) : (
        <div className="conversation-empty">
          <EmptyConversation name={name} isGone={isGone} conversation={conversation} />
        </div>
      )}
      <RefusedReactions />
      <UndoBar text={removals.undoText} onUndo={removals.undo} />
      {!isGone && (
        <MessageEditor
          draftName={peer}
          label={`Message to ${name}`}
          recipientName={name}
          status={isTyping ? `${name} is typing` : null}
          onType={sendTyping}
          replyToId={replyToId}
          onRestore={(restoredId) => setReplyToId((currentId) => currentId ?? restoredId)}
          replyBar={quote !== null && <ReplyBar quote={quote} name={name} onCancel={() => setReplyToId(null)} />}
          send={send}
        />
      )}
      {isGone && shown.length > 0 && (
        <div className="conversation-gone">
          <Notice isStill>{goneText}</Notice>
        </div>
      )}
      {selected !== null && (
        <Suspense>
          <MessageMenu
            message={selected}
            name={name}
            onClose={() => setSelected(null)}
            onRemove={removals.remove}
            {...(isGone ? {} : { onReply: reply, onReact: react })}
          />
        </Suspense>
      )}
    </section>
  );
}

interface EmptyConversationProps {
  readonly name: string;
  readonly isGone: boolean;
  readonly conversation: ReturnType<typeof useConversation>;
}

function EmptyConversation({ name, isGone, conversation: { data, error, refetch } }: EmptyConversationProps) {
  if (isGone) return <EmptyState icon={ChatIcon} text={goneText} />;
  if (data !== undefined) return <EmptyState icon={ChatIcon} text={`You and ${name} haven’t written to each other yet.`} />;
  if (error === null) return <LogSkeleton />;
  const isOffline = error instanceof ConnectionLost;
  return <FailedState isOffline={isOffline} text={isOffline ? offlineText : undefined} onRetry={() => void refetch()} />;
}
