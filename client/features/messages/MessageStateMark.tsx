// Shows the delivery state of a sent message as an icon with a label.
import { t } from '#client/device/texts.ts';
import { CheckIcon, WarningIcon, type IconComponent } from '#client/ui/icons.tsx';
import { ClockIcon, SeenIcon } from './message-icons.ts';
import type { MessageState } from './shown-messages.ts';
import './message-state.css';

const marks = {
  waiting: { icon: ClockIcon, label: 'Waiting' },
  sending: { icon: ClockIcon, label: 'Sending' },
  failed: { icon: WarningIcon, label: 'Not sent' },
  sent: { icon: CheckIcon, label: 'Sent' },
  notSeen: { icon: CheckIcon, label: 'Not seen' },
  seen: { icon: SeenIcon, label: 'Seen' },
} as const satisfies Record<Exclude<MessageState, 'received'>, { icon: IconComponent; label: string }>;

/** `isShort` shows the label of delivered messages to screen readers only. */
export function MessageStateMark({ state, isShort = false }: { readonly state: MessageState; readonly isShort?: boolean }) {
  if (state === 'received') return null;
  const { icon: Icon, label } = marks[state];
  const isLabelHidden = isShort && (state === 'sent' || state === 'notSeen' || state === 'seen');
  return (
    <span className={`message-state message-state-${state}`}>
      <Icon />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{t(label)}</span>
    </span>
  );
}
