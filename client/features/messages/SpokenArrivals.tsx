// Lets screen readers announce what arrives from others while the screen is open, but no older messages that are loaded.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { arrivals, type Arrival } from './arrivals.ts';
import { messagePreview } from './message-preview.ts';

interface SpokenArrivalsProps<M extends Message> {
  /** Newest first. Undefined until they are up to date. */
  readonly messages: readonly M[] | undefined;
  readonly nameOf: (message: M) => string;
}

export function SpokenArrivals<M extends Message>({ messages, nameOf }: SpokenArrivalsProps<M>) {
  const ownId = useOwnProfileId();
  const [before, setBefore] = useState(messages);
  const [spoken, setSpoken] = useState<readonly Arrival<M>[]>([]);
  if (messages !== undefined && messages !== before) {
    const found = before === undefined ? [] : arrivals(ownId, before, messages);
    setBefore(messages);
    if (found.length > 0) setSpoken(found);
  }
  return (
    <div className="visually-hidden" role="status">
      {spoken.map(({ message, reaction }) => (
        <p key={`${message.id} ${reaction}`}>
          {reaction === null
            ? `${t('{name}:', { name: nameOf(message) })} ${message.bodyText || messagePreview(message)}`
            : t('{name} reacted with {emoji}', { name: nameOf(message), emoji: reaction })}
        </p>
      ))}
    </div>
  );
}
