// An open conversation with its header, messages and editor.
import { t } from '#client/device/texts.ts';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { shownName } from '#shared/rules/letters.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { OfflineMark } from '#client/people/OfflineMark.tsx';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { LogSkeleton } from './LogSkeleton.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { MessageLog } from './MessageLog.tsx';
import { useChatWrites, useConversation, useConversations, usePeer, useSetReaction } from './messages.queries.ts';
import { RefusedReactions } from './RefusedReactions.tsx';
import { ReplyBar } from './ReplyBar.tsx';
import { createQuoteLookup, shownMessages, type ShownMessage } from './shown-messages.ts';
import { SpokenArrivals } from './SpokenArrivals.tsx';
import { useIsTyping, useSendTyping } from './use-typing.ts';
import { useConversationDownload } from './use-conversation-download.ts';
import { useDropDelivered } from './use-drop-delivered.ts';
import { useFirstNewMessage } from './use-first-new-message.ts';
import { useReply } from './use-reply.ts';
import { useRemovals } from './use-removals.ts';
import './bubble.css';
import './conversation.css';
import './log.css';
import './editor.css';
import './replies.css';

const MessageMenu = lazyPart(() => import('./MessageMenu.tsx'), 'MessageMenu');

const noMessages: readonly Message[] = [];
const goneText = 'This member is no longer available.';
const offlineText =
  'You’re offline, and this conversation isn’t on this device yet. Messages you write now will be sent when you’re back online.';

export function Conversation({ peer }: { readonly peer: string }) {
  const ownId = useOwnProfileId();
  const writes = useChatWrites();
  const conversation = useConversation(peer);
  const header = useHeader(peer);
  const [selected, setSelected] = useState<{ message: ShownMessage; anchor: Element } | null>(null);
  const react = useSetReaction();
  const isTyping = useIsTyping(peer);
  const sendTyping = useSendTyping(peer);
  /** The Reply action of a notification sets this parameter. */
  const wantsToReply = useSearch({ strict: false, select: (search: { then?: string }) => search.then === 'reply' });
  const removals = useRemovals(t('Unsent for both of you.'));
  useConversationDownload(peer, conversation.data !== undefined && !conversation.isFetching);
  const firstNewId = useFirstNewMessage(conversation.data, !conversation.isFetching);

  const messages = conversation.data ?? noMessages;
  const shown = shownMessages(ownId, peer, messages, writes, removals.hiddenIds);
  useDropDelivered(writes.messages, messages);
  const { name, isGone } = header;
  const quoteOf = conversation.data ? createQuoteLookup(ownId, messages, writes, removals.hiddenIds) : null;
  const reply = useReply(peer, name, quoteOf);
  const replyTo = ({ id }: ShownMessage): void => reply.setId(id);

  return (
    <section className="conversation" aria-label={t('Conversation with {name}', { name })}>
      <ConversationHeader {...header} isTyping={isTyping} />
      {shown.length > 0 ? (
        <MessageLog
          peer={peer}
          name={name}
          messages={messages}
          beginning={header.profile && <Introduction header={header} />}
          shown={shown}
          firstNewId={firstNewId}
          onSelect={(message, anchor) => setSelected({ message, anchor })}
          onReply={isGone ? null : replyTo}
          onRemoveReaction={(id) => void react(id, null).catch(() => undefined)}
        />
      ) : (
        <div className="conversation-empty">
          <EmptyConversation header={header} conversation={conversation} />
        </div>
      )}
      <SpokenArrivals messages={conversation.isFetching ? undefined : conversation.data} nameOf={() => name} />
      <RefusedReactions />
      <UndoBar text={removals.undoText} onUndo={removals.undo} />
      {!isGone && (
        <MessageEditor
          draftName={peer}
          label={t('Message to {name}', { name })}
          recipientName={name}
          onType={sendTyping}
          autoFocus={wantsToReply ? 'always' : 'without-touch'}
          replyToId={reply.id}
          onRestore={reply.restore}
          replyBar={reply.quote !== null && <ReplyBar quote={reply.quote} name={name} onCancel={() => reply.setId(null)} />}
          status={<OfflineMark />}
          send={reply.send}
        />
      )}
      {isGone && shown.length > 0 && (
        <div className="conversation-gone">
          <Notice isStatic>{t(goneText)}</Notice>
        </div>
      )}
      {selected !== null && (
        <Suspense>
          <MessageMenu
            {...selected}
            profileId={peer}
            name={name}
            onClose={() => setSelected(null)}
            onRemove={removals.remove}
            {...(isGone ? {} : { onReply: replyTo, onReact: react })}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Takes the other member from their profile or, while it is loading, from the list of conversations. */
function useHeader(peer: string) {
  const { data: profile, dataUpdatedAt, error, isFetching } = usePeer(peer);
  const listed = useConversations().data?.find((other) => other.profile.profileId === peer)?.profile;
  const fullName = profile?.profilename ?? listed?.profileName ?? '';
  return {
    peer,
    name: shownName(fullName) || t('Member'),
    fullName,
    of: profile ?? listed ?? { profilePicIds: [] },
    isLoading: fullName === '' && isFetching,
    isGone: error instanceof Refused && error.status === 404,
    profile,
    asOfMs: dataUpdatedAt,
  };
}

type Header = ReturnType<typeof useHeader>;

/** The other member's face and the beginning of what they say about themselves. The first message can be about these words. */
const Introduction = ({ header, text }: { readonly header: Header; readonly text?: string }) => (
  <div className="empty">
    <Avatar of={header.of} name={header.fullName} profileId={header.peer} sizes="96px" isFirst />
    {text && <p>{text}</p>}
    {header.profile?.description && (
      <span className="conversation-words" dir="auto">
        {header.profile.description}
      </span>
    )}
  </div>
);

interface EmptyConversationProps {
  readonly header: Header;
  readonly conversation: ReturnType<typeof useConversation>;
}

function EmptyConversation({ header, conversation }: EmptyConversationProps) {
  const { name, isGone, isLoading } = header;
  const { data, error, refetch } = conversation;
  if (isGone) return <EmptyState icon={ChatIcon} text={t(goneText)} />;
  // The face would move if the words came after it.
  if (data !== undefined && !isLoading)
    return <Introduction header={header} text={t('You and {name} haven’t written to each other yet.', { name })} />;
  return <QueryState error={error} refetch={refetch} offlineText={t(offlineText)} skeleton={<LogSkeleton />} />;
}
