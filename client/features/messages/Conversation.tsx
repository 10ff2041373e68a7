// One open conversation: head, messages and editor.
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
import { ConversationHead } from './ConversationHead.tsx';
import { LogSkeleton } from './LogSkeleton.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useChatWrites, useConversation, useConversations, usePeer, useReact, useSendMessage } from './messages.queries.ts';
import { RefusedReactions } from './RefusedReactions.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { quotesOf, shownMessages, type ShownMessage } from './shown-messages.ts';
import { useIsTyping, useSendTyping } from './use-typing.ts';
import { useWholeConversation } from './use-whole-conversation.ts';
import { useNewLine } from './use-new-line.ts';
import { usePolling } from './use-polling.ts';
import { useQuote } from './use-quote.ts';
import { useRemovals } from './use-removals.ts';
import './conversation.css';
import './replies.css';

const MessageMenu = lazy(() => import('./MessageMenu.tsx').then(({ MessageMenu }) => ({ default: MessageMenu })));

const none: readonly Message[] = [];
const goneWords = 'This member is not available any more.';
const offlineText =
  'You are offline, and this conversation is not on your device yet. What you write now is sent when you are back online.';

export function Conversation({ peer }: { readonly peer: string }) {
  const own = useOwnProfileId();
  const writes = useChatWrites();
  const conversation = useConversation(peer);
  const profile = usePeer(peer);
  const listed = useConversations().data?.find((other) => other.profile.profileId === peer)?.profile;
  const [chosen, setChosen] = useState<ShownMessage | null>(null);
  const [replyToId, setReplyToId] = useState<string | null>(null);
  const react = useReact();
  const isTyping = useIsTyping(peer);
  const sayTyping = useSendTyping(peer);
  const askSoon = usePolling(peer);
  const removals = useRemovals('Unsent for both of you.');
  useWholeConversation(peer, conversation.data !== undefined && !conversation.isFetching);
  const newFromId = useNewLine(conversation.data, !conversation.isFetching);

  const messages = conversation.data ?? none;
  const shown = shownMessages(own, peer, messages, writes, removals.hiddenIds);
  const repliedTo = useQuote(conversation.data ? quotesOf(own, messages, writes, removals.hiddenIds)(replyToId) : null);
  // A message that is gone can't be replied to; the draft stays.
  if (repliedTo?.state === 'gone') setReplyToId(null);
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
    askSoon();
  };
  const answer = ({ id }: ShownMessage): void => setReplyToId(id);
  const pictured = profile.data ?? listed;
  const head = { name, fullName, pictureId: pictured?.profilePicIds[0], placeholder: pictured?.picPlaceholders?.[0], isGone };

  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <ConversationHead peer={peer} {...head} place={profile.data ?? null} />
      {shown.length > 0 ? (
        <MessageLog
          peer={peer}
          name={name}
          messages={messages}
          shown={shown}
          newFromId={newFromId}
          onChoose={setChosen}
          onReply={isGone ? null : answer}
          onUnreact={(id) => void react(id, null).catch(() => undefined)}
        />
      ) : (
        <div className="conversation-still">
          <WithoutMessages name={name} isGone={isGone} conversation={conversation} />
        </div>
      )}
      <RefusedReactions />
      <UndoBar text={removals.words} onUndo={removals.undo} />
      {!isGone && (
        <MessageEditor
          draftName={peer}
          label={`Message to ${name}`}
          privateFor={name}
          status={isTyping ? `${name} is typing` : null}
          onType={sayTyping}
          replyToId={replyToId}
          onRestore={(kept) => setReplyToId((chosen) => chosen ?? kept)}
          repliedTo={repliedTo !== null && <ReplyBar quote={repliedTo} name={name} onCancel={() => setReplyToId(null)} />}
          send={send}
        />
      )}
      {isGone && shown.length > 0 && (
        <div className="conversation-gone">
          <Notice isStatic>{goneWords}</Notice>
        </div>
      )}
      {chosen !== null && (
        <Suspense>
          <MessageMenu
            message={chosen}
            name={name}
            onClose={() => setChosen(null)}
            onRemove={removals.remove}
            {...(isGone ? {} : { onReply: answer, onReact: react })}
          />
        </Suspense>
      )}
    </section>
  );
}

interface WithoutMessagesProps {
  readonly name: string;
  readonly isGone: boolean;
  readonly conversation: ReturnType<typeof useConversation>;
}

function WithoutMessages({ name, isGone, conversation: { data, error, refetch } }: WithoutMessagesProps) {
  if (isGone) return <EmptyState icon={ChatIcon} text={goneWords} />;
  if (data !== undefined) return <EmptyState icon={ChatIcon} text={`You and ${name} have not written to each other yet.`} />;
  if (error === null) return <LogSkeleton />;
  const isOffline = error instanceof ConnectionLost;
  return <FailedState isOffline={isOffline} text={isOffline ? offlineText : undefined} onRetry={() => void refetch()} />;
}
