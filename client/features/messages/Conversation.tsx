// One open conversation: head, messages and editor.
import { lazy, Suspense, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { shownName } from '#shared/rules/text.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Refused } from '#client/net/errors.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { ConversationHead } from './ConversationHead.tsx';
import { LogSkeleton } from './LogSkeleton.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useChatWrites, useConversation, useConversations, usePeer, useReact } from './messages.queries.ts';
import { RefusedReactions } from './RefusedReactions.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { quotesOf, shownMessages, type ShownMessage } from './shown-messages.ts';
import { useIsTyping, useSendTyping } from './use-typing.ts';
import { useWholeConversation } from './use-whole-conversation.ts';
import { useNewLine } from './use-new-line.ts';
import { useReply } from './use-reply.ts';
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
  const head = useHead(peer);
  const [chosen, setChosen] = useState<ShownMessage | null>(null);
  const react = useReact();
  const isTyping = useIsTyping(peer);
  const sayTyping = useSendTyping(peer);
  const removals = useRemovals('Unsent for both of you.');
  useWholeConversation(peer, conversation.data !== undefined && !conversation.isFetching);
  const newFromId = useNewLine(conversation.data, !conversation.isFetching);

  const messages = conversation.data ?? none;
  const shown = shownMessages(own, peer, messages, writes, removals.hiddenIds);
  const { name, isGone } = head;
  const reply = useReply(peer, name, conversation.data ? quotesOf(own, messages, writes, removals.hiddenIds) : null);
  const answer = ({ id }: ShownMessage): void => reply.to(id);

  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <ConversationHead peer={peer} {...head} />
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
          replyToId={reply.id}
          onRestore={reply.restore}
          repliedTo={reply.quote !== null && <ReplyBar quote={reply.quote} name={name} onCancel={() => reply.to(null)} />}
          send={reply.send}
        />
      )}
      {isGone && shown.length > 0 && (
        <div className="conversation-gone">
          <Notice isStill>{goneWords}</Notice>
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

/** The other member, from the profile or else from the list of conversations. */
function useHead(peer: string) {
  const { data: profile, error } = usePeer(peer);
  const listed = useConversations().data?.find((other) => other.profile.profileId === peer)?.profile;
  const fullName = profile?.profilename ?? listed?.profileName ?? '';
  const pictured = profile ?? listed;
  return {
    name: shownName(fullName) || 'Member',
    fullName,
    pictureId: pictured?.profilePicIds[0],
    placeholder: pictured?.picPlaceholders?.[0],
    isGone: error instanceof Refused && error.status === 404,
    place: profile ?? null,
  };
}

interface WithoutMessagesProps {
  readonly name: string;
  readonly isGone: boolean;
  readonly conversation: ReturnType<typeof useConversation>;
}

function WithoutMessages({ name, isGone, conversation: { data, error, refetch } }: WithoutMessagesProps) {
  if (isGone) return <EmptyState icon={ChatIcon} text={goneWords} />;
  if (data !== undefined) return <EmptyState icon={ChatIcon} text={`You and ${name} have not written to each other yet.`} />;
  return (
    <NotLoaded error={error} offlineText={offlineText} onRetry={refetch}>
      <LogSkeleton />
    </NotLoaded>
  );
}
