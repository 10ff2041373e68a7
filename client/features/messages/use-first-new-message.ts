// Finds the oldest message that was unread when the member opened the conversation or returned to it.
import { useEffect, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { oldestUnread } from './shown-messages.ts';

/** `isCurrent` is true while no request for newer messages is in flight. */
export function useFirstNewMessage(messages: readonly Message[] | undefined, isCurrent: boolean): string | null {
  const ownId = useOwnProfileId();
  const [firstNewId, setFirstNewId] = useState<string | null>(null);
  // Messages that arrive while the page is visible do not count as new.
  const [isAway, setAway] = useState(true);
  useEffect(() => {
    const onVisibilityChange = (): void => {
      if (document.hidden) setAway(true);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  const oldestId = isAway && messages !== undefined ? (oldestUnread(ownId, messages)?.id ?? null) : null;
  if (oldestId !== null && oldestId !== firstNewId) setFirstNewId(oldestId);
  if (isAway && (oldestId !== null || isCurrent) && !document.hidden) setAway(false);
  return firstNewId;
}
