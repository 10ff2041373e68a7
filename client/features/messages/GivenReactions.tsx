// The emoji reactions of both members to a message; a tap removes the own one.
import type { ShownMessage } from './shown-messages.ts';

export interface GivenReactionsProps {
  readonly message: ShownMessage;
  /** The other member's. */
  readonly name: string;
  readonly onRemove: () => void;
}

export function GivenReactions({ message: { ownReaction, otherReaction }, name, onRemove }: GivenReactionsProps) {
  if (ownReaction === null && otherReaction === null) return null;
  return (
    <span className="reactions">
      {otherReaction !== null && (
        <span className="reaction">
          <span className="visually-hidden">{name} reacted with </span>
          {otherReaction}
        </span>
      )}
      {ownReaction !== null && (
        <button
          type="button"
          className="reaction reaction-own"
          onClick={onRemove}
          aria-label={`Remove your reaction ${ownReaction}`}
        >
          {ownReaction}
        </button>
      )}
    </span>
  );
}
