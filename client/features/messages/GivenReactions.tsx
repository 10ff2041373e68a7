// The emoji that the two of a conversation gave a message; the own one is taken back with a tap.
import type { ShownMessage } from './shown-messages.ts';

export interface GivenReactionsProps {
  readonly message: ShownMessage;
  /** Of the other side. */
  readonly name: string;
  readonly onTakeBack: () => void;
}

export function GivenReactions({ message: { ownReaction, otherReaction }, name, onTakeBack }: GivenReactionsProps) {
  if (ownReaction === null && otherReaction === null) return null;
  return (
    <span className="reactions">
      {otherReaction !== null && (
        <span className="reaction">
          <span className="visually-hidden">{name} gave it </span>
          {otherReaction}
        </span>
      )}
      {ownReaction !== null && (
        <button
          type="button"
          className="reaction reaction-own"
          onClick={onTakeBack}
          aria-label={`You gave it ${ownReaction}, take back`}
        >
          {ownReaction}
        </button>
      )}
    </span>
  );
}
