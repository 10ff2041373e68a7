// The button that opens a message's menu, for the mouse and for screen readers.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { DotsIcon } from './message-icons.ts';
import { bubbleOf } from './use-message-gestures.ts';

export interface MoreButtonProps {
  readonly canReply?: boolean;
  /** Receives the element beside which the menu opens. */
  readonly onOpen: (anchor: Element) => void;
}

/** The Tab key skips this button, since Enter on the message opens the same menu. */
export const MoreButton = ({ canReply = false, onOpen }: MoreButtonProps) => (
  <Button
    look="round"
    className="message-more"
    tabIndex={-1}
    onClick={({ currentTarget }) => onOpen(bubbleOf(currentTarget.closest('li') ?? currentTarget))}
    aria-haspopup="menu"
    aria-label={t('More about this message')}
    aria-keyshortcuts={canReply ? 'R' : undefined}
  >
    <DotsIcon />
  </Button>
);
