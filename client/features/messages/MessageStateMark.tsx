// The delivery state of an own message, as an icon and in words.
import { CheckIcon, WarningIcon, type IconComponent } from '#client/ui/icons.tsx';
import { ClockIcon, SeenIcon } from './message-icons.ts';
import type { MessageState } from './shown-messages.ts';
import './message-state.css';

const marks: Readonly<Record<Exclude<MessageState, 'received'>, { readonly icon: IconComponent; readonly words: string }>> = {
  waiting: { icon: ClockIcon, words: 'Waiting' },
  sending: { icon: ClockIcon, words: 'Sending' },
  failed: { icon: WarningIcon, words: 'Not sent' },
  sent: { icon: CheckIcon, words: 'Sent' },
  notSeen: { icon: CheckIcon, words: 'Not seen' },
  seen: { icon: SeenIcon, words: 'Seen' },
};

/** `isShort`: the words are for screen readers only, unless the message needs attention. */
export function MessageStateMark({ state, isShort = false }: { readonly state: MessageState; readonly isShort?: boolean }) {
  if (state === 'received') return null;
  const { icon: Icon, words } = marks[state];
  const isQuiet = isShort && (state === 'sent' || state === 'notSeen' || state === 'seen');
  return (
    <span className={`message-state message-state-${state}`}>
      <Icon />
      <span className={isQuiet ? 'visually-hidden' : undefined}>{words}</span>
    </span>
  );
}
