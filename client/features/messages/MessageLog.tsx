// Shows a conversation's messages, with separators for days and new messages.
import { t } from '#client/device/texts.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { useRovingStop } from '#client/ui/use-roving-stop.ts';
import { DownIcon } from './message-icons.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { logItems, type LogItem, type ShownMessage } from './shown-messages.ts';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { dayLabel } from '#client/ui/day-times.ts';
import { useLogScroll } from './use-log-scroll.ts';
import { useNewestRows } from './use-newest-rows.ts';
import { useOpenPicture } from './use-open-picture.ts';
import { useOlderMessages, type OlderMessages } from './use-older-messages.ts';
import { useReadMark } from './use-read-mark.ts';

export interface MessageLogProps {
  readonly peer: string;
  readonly name: string;
  /** The messages from the server, newest first. */
  readonly messages: readonly Message[];
  /** Stands above the first message. */
  readonly beginning: ReactNode;
  /** The messages with undelivered writes applied, oldest first. */
  readonly shown: readonly ShownMessage[];
  readonly firstNewId: string | null;
  /** Receives the element beside which the menu opens. */
  readonly onSelect: (message: ShownMessage, anchor: Element) => void;
  /** Null if replies are not possible. */
  readonly onReply: ((message: ShownMessage) => void) | null;
  readonly onRemoveReaction: (messageId: string) => void;
}

export function MessageLog(props: MessageLogProps) {
  const { peer, name, messages, shown, firstNewId } = props;
  const newest = shown.at(-1);
  const { scroller, list, isAtNewest, onScroll, scrollToNewest } = useLogScroll(
    newest?.key ?? null,
    newest?.isOwn === true,
    firstNewId,
  );
  const unloaded = useOlderMessages(peer, messages);
  const { linkedId, loadAgain } = useLinkedMessage(unloaded, scroller);
  const { rows, older } = useNewestRows(shown, unloaded, [firstNewId, linkedId]);
  const showQuoted = useShowQuoted(scroller, loadAgain);
  const ownId = useOwnProfileId();
  const openPicture = useOpenPicture(shown, ({ isOwn }) => (isOwn ? ownId : peer));
  const roving = useRovingStop(list, logStops);
  useReadMark(list, messages);
  const today = useCurrentDay();

  const renderItem = (item: LogItem) => {
    if (item.is === 'day')
      return (
        <li key={item.key} className="log-separator">
          <span>{dayLabel(item.dayMs, today)}</span>
        </li>
      );
    if (item.is === 'new')
      return (
        <li key={item.key} className="log-separator log-separator-new" data-new-line>
          <span>{t('New messages')}</span>
        </li>
      );
    return (
      <MessageBubble
        key={item.key}
        message={item.message}
        peer={peer}
        name={name}
        isStart={item.isStart}
        hasTime={item.hasTime}
        isLinked={item.message.id !== null && item.message.id === linkedId}
        onSelect={props.onSelect}
        onReply={props.onReply}
        onShowQuoted={showQuoted}
        onRemoveReaction={props.onRemoveReaction}
        onPicture={openPicture}
      />
    );
  };

  return (
    <div className="log-frame">
      <div className="log-scroller" ref={scroller} onScroll={onScroll} role="region" aria-label={t('Messages')}>
        {older.state === 'none' && props.beginning}
        <div>
          {older.state !== 'none' && <LoadOlder older={older} />}
          <div role="log" aria-label={t('Messages with {name}', { name })} aria-live="off">
            <ol
              className="log"
              ref={list}
              {...roving}
              onKeyDown={(event) => (event.key === 'Escape' ? toEditor(event.currentTarget) : roving.onKeyDown(event))}
            >
              {logItems(rows, firstNewId).map(renderItem)}
            </ol>
          </div>
        </div>
      </div>
      {!isAtNewest && (
        <Button className="log-newest" onClick={scrollToNewest} aria-label={t('Jump to the newest message')}>
          <DownIcon />
        </Button>
      )}
    </div>
  );
}

/** The Tab key skips the menu button, since Enter on the message opens the same menu. */
const logStops = {
  items: '[data-key]',
  controls: 'a[href], button:not(.message-more)',
  areItemsFocusable: true,
  startsAtEnd: true,
};

/** Escape moves from a message to the editor. */
const toEditor = (log: HTMLElement): void => log.closest('section')?.querySelector('textarea')?.focus();

function LoadOlder({ older }: { readonly older: OlderMessages }) {
  return (
    <LoadMore
      isLoading={older.state === 'loading'}
      isFailed={older.state === 'failed'}
      failedText={t('Older messages couldn’t be loaded.')}
      onMore={older.load}
    />
  );
}

/** Navigates to the quoted message, loads it if necessary, and highlights it. */
function useShowQuoted(scroller: { readonly current: HTMLElement | null }, loadAgain: () => void): (messageId: string) => void {
  const router = useRouter();
  return (messageId) => {
    const shown = scroller.current?.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: 'center' });
    // The router does nothing if the address stays the same, but the message may not have been loaded.
    if (router.state.location.hash === messageId) loadAgain();
    else void router.navigate({ to: '.', hash: messageId, replace: true, viewTransition: false });
  };
}

/** True until the member moves the focus after the screen has opened. */
const isOnHeading = (): boolean =>
  document.activeElement === document.body || document.activeElement instanceof HTMLHeadingElement;

interface LinkedMessage {
  /** Null until the message is loaded. */
  readonly linkedId: string | null;
  /** Tries again to load a message that could not be loaded. */
  readonly loadAgain: () => void;
}

/** Loads the message in the URL's hash, scrolls to it and focuses it. */
function useLinkedMessage(older: OlderMessages, scroller: { readonly current: HTMLElement | null }): LinkedMessage {
  const router = useRouter();
  const { hash } = useLocation();
  const [foundId, setFoundId] = useState<string | null>(null);
  const [tries, setTries] = useState(1);
  const loadUntil = useRef(older.loadUntil);
  useEffect(() => {
    loadUntil.current = older.loadUntil;
  });
  useEffect(() => {
    if (!/^[0-9a-f-]{36}$/.test(hash)) return;
    let isCurrent = true;
    void loadUntil.current(hash, () => isCurrent).then((isLoaded) => isCurrent && isLoaded && setFoundId(hash));
    return () => {
      isCurrent = false;
    };
  }, [hash, tries]);
  useEffect(() => {
    if (foundId === null) return;
    const scroll = (): void => {
      const linked = scroller.current?.querySelector<HTMLElement>(`[data-message="${foundId}"]`);
      linked?.scrollIntoView({ block: 'center' });
      if (isOnHeading()) linked?.focus({ preventScroll: true });
    };
    scroll();
    // The router restores the previous scroll position after rendering.
    const stop = router.subscribe('onRendered', () => {
      stop();
      scroll();
    });
    return stop;
  }, [foundId, router, scroller]);
  return { linkedId: foundId === hash ? foundId : null, loadAgain: () => setTries((before) => before + 1) };
}
