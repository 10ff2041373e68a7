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

/** The label of delivered messages is for screen readers, except where a style sheet shows it. */
export function MessageStateMark({ state }: { readonly state: MessageState }) {
  if (state === 'received') return null;
  const { icon: Icon, label } = marks[state];
  return (
    <span className={`message-state message-state-${state}`}>
      <Icon />
      <span className={state === 'sent' || state === 'notSeen' || state === 'seen' ? 'visually-hidden' : undefined}>
        {t(label)}
      </span>
    </span>
  );
}
