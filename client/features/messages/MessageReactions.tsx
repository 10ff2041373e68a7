// Shows both members' emoji reactions to a message. Members remove their own reaction with a tap.
import { t } from '#client/device/texts.ts';
import type { ShownMessage } from './shown-messages.ts';

export interface MessageReactionsProps {
  readonly message: ShownMessage;
  /** The other member's name. */
  readonly name: string;
  readonly onRemove: () => void;
}

export function MessageReactions({ message: { ownReaction, otherReaction }, name, onRemove }: MessageReactionsProps) {
  if (ownReaction === null && otherReaction === null) return null;
  return (
    <span className="reactions">
      {otherReaction !== null && (
        <span className="reaction" role="img" aria-label={t('{name} reacted with {emoji}', { name, emoji: otherReaction })}>
          {otherReaction}
        </span>
      )}
      {ownReaction !== null && (
        <button
          type="button"
          className="reaction reaction-own"
          onClick={onRemove}
          aria-label={t('Remove your reaction {emoji}', { emoji: ownReaction })}
        >
          {ownReaction}
        </button>
      )}
    </span>
  );
}
