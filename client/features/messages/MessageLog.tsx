// The messages of one conversation with lines for days and new messages; keeps its scroll position and announces new ones.
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { DownIcon } from './message-icons.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { logItems, type LogItem, type ShownMessage } from './shown-messages.ts';
import { dayText } from './time-words.ts';
import { useLogScroll } from './use-log-scroll.ts';
import { useOpenPicture } from './use-open-picture.ts';
import { useOlder, type Older } from './use-older.ts';
import { useReadMark } from './use-read-mark.ts';

export interface MessageLogProps {
  readonly peer: string;
  readonly name: string;
  /** From the server, newest first. */
  readonly messages: readonly Message[];
  /** The same with the outbox applied, oldest first. */
  readonly shown: readonly ShownMessage[];
  readonly newFromId: string | null;
  readonly onChoose: (message: ShownMessage) => void;
  /** Null where replies are not possible. */
  readonly onReply: ((message: ShownMessage) => void) | null;
  readonly onUnreact: (messageId: string) => void;
}

export function MessageLog(props: MessageLogProps) {
  const { peer, name, messages, shown, newFromId, onChoose, onReply, onUnreact } = props;
  const newest = shown.at(-1);
  const { scroller, list, isAtNewest, onScroll, toNewest } = useLogScroll(newest?.key ?? null, newest?.isOwn === true, newFromId);
  const older = useOlder(peer, messages);
  const linkedId = useLinkedMessage(older, scroller);
  const showQuoted = useShowQuoted(scroller);
  const own = useOwnProfileId();
  const openPicture = useOpenPicture(shown, ({ isOwn }) => (isOwn ? own : peer));
  useReadMark(list, messages);

  const item = (entry: LogItem) => {
    if (entry.is === 'day')
      return (
        <li key={entry.key} className="log-line">
          <span>{dayText(entry.dayMs)}</span>
        </li>
      );
    if (entry.is === 'new')
      return (
        <li key={entry.key} className="log-line log-line-new" data-new-line>
          <span>New messages</span>
        </li>
      );
    return (
      <MessageBubble
        key={entry.key}
        message={entry.message}
        peer={peer}
        name={name}
        isStart={entry.isStart}
        isLinked={entry.message.id !== null && entry.message.id === linkedId}
        onChoose={onChoose}
        onReply={onReply}
        onQuoted={showQuoted}
        onUnreact={onUnreact}
        onPicture={openPicture}
        onRetry={retry}
        onDrop={drop}
      />
    );
  };

  return (
    <div className="log-room">
      <div className="log-scroller" ref={scroller} onScroll={onScroll} tabIndex={0} role="region" aria-label="Messages">
        <div>
          <OlderMessages older={older} />
          <div role="log" aria-label={`Messages with ${name}`} aria-relevant="additions">
            <ol className="log" ref={list}>
              {logItems(shown, newFromId).map(item)}
            </ol>
          </div>
        </div>
      </div>
      {!isAtNewest && (
        <Button className="log-newest" onClick={toNewest} aria-label="Jump to the newest message">
          <DownIcon />
        </Button>
      )}
    </div>
  );
}

const retry = (entryId: string): void => void outbox.retry(entryId);
const drop = (entryId: string): void => void outbox.drop(entryId);

function OlderMessages({ older }: { readonly older: Older }) {
  if (older.state === 'none') return null;
  if (older.state !== 'failed') return <LoadMore isLoading={older.state === 'loading'} onMore={older.load} />;
  return (
    <div className="load-more">
      <p className="soft small">Older messages could not be loaded.</p>
      <Button onClick={older.load}>Try again</Button>
    </div>
  );
}

/** Scrolls to the quoted message by its address, so that it is loaded from further back if needed, and marked. */
function useShowQuoted(scroller: { readonly current: HTMLElement | null }): (messageId: string) => void {
  const router = useRouter();
  return (messageId) => {
    const shown = scroller.current?.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: 'center' });
    void router.navigate({ to: '.', hash: messageId, replace: true, viewTransition: false });
  };
}

/** The id of the message in the address's hash, once it is loaded; the log scrolls to it. */
function useLinkedMessage(older: Older, scroller: { readonly current: HTMLElement | null }): string | null {
  const router = useRouter();
  const { hash } = useLocation();
  const [foundId, setFoundId] = useState<string | null>(null);
  const loadUntil = useRef(older.loadUntil);
  useEffect(() => {
    loadUntil.current = older.loadUntil;
  });
  useEffect(() => {
    if (!/^[0-9a-f-]{36}$/.test(hash)) return;
    let isCurrent = true;
    void loadUntil.current(hash).then((isThere) => isCurrent && isThere && setFoundId(hash));
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  useEffect(() => {
    if (foundId === null) return;
    const show = (): void => scroller.current?.querySelector(`[data-message="${foundId}"]`)?.scrollIntoView({ block: 'center' });
    show();
    // Once the screen is rendered the router restores the previous scroll position.
    const stop = router.subscribe('onRendered', () => {
      stop();
      show();
    });
    return stop;
  }, [foundId, router, scroller]);
  return foundId === hash ? foundId : null;
}
