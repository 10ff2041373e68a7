// The menu beside a message: react, reply, copy, do not send, delete, unsend and report.
import { t } from '#client/device/texts.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { reactions, type Reaction } from '#shared/rules/reactions.ts';
import { LazyReportForm } from '#client/features/reports/LazyReportForm.tsx';
import { say } from '#client/ui/header-messages.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CloseIcon, PagesIcon, TrashIcon, WarningIcon } from '#client/ui/icons.tsx';
import { MenuBeside, type MenuChoice } from '#client/ui/MenuBeside.tsx';
import { dropMessage } from './drop-message.ts';
import { ReplyIcon } from './message-icons.ts';
import type { ShownMessage } from './shown-messages.ts';

const copyNoticeMs = 3_000;

export interface MessageMenuProps {
  readonly message: ShownMessage;
  /** The message's bubble. */
  readonly anchor: Element;
  /** The other member of the conversation, or the sender of the broadcast. */
  readonly profileId: string;
  /** Their name. It is null for a broadcast. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onRemove: (id: string, forBoth: boolean) => void;
  /** Absent if replies are not possible. */
  readonly onReply?: (message: ShownMessage) => void;
  readonly onReact?: (id: string, emoji: Reaction | null) => void;
}

/** The component is mounted while the menu or the form to report the message is open. */
export function MessageMenu({ message, anchor, profileId, name, onClose, onRemove, onReply, onReact }: MessageMenuProps) {
  const { id, entryId, text, isOwn } = message;
  const [shown, setShown] = useState<'menu' | 'report' | 'none'>('menu');
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    if (shown === 'none') closed();
  }, [shown]);
  useMark(anchor);
  if (shown === 'none') return null;
  if (shown === 'report' && id !== null)
    return (
      <Dialog isOpen onClose={onClose} title={t('Report message')}>
        <LazyReportForm kind={name === null ? 'broadcast' : 'message'} itemId={id} profileId={profileId} onClose={onClose} />
      </Dialog>
    );

  const choices: MenuChoice[] = [];
  if (id !== null && onReply) choices.push({ text: t('Reply'), icon: ReplyIcon, onChoose: () => onReply(message) });
  if (text !== '') choices.push({ text: t('Copy text'), icon: PagesIcon, onChoose: () => void copy(text) });
  if (entryId !== null)
    choices.push({ text: t('Don’t send'), icon: CloseIcon, look: 'danger', onChoose: () => void dropMessage(entryId) });
  if (id !== null) {
    choices.push({ text: t('Delete for me'), icon: TrashIcon, look: 'danger', onChoose: () => onRemove(id, false) });
    if (isOwn) {
      const unsend = name === null ? t('Unsend for everyone') : t('Unsend for both');
      choices.push({ text: unsend, icon: TrashIcon, look: 'danger', onChoose: () => onRemove(id, true) });
    } else choices.push({ text: t('Report'), icon: WarningIcon, look: 'danger', onChoose: () => setShown('report') });
  }
  const react = (emoji: Reaction | null): void => {
    setShown('none');
    if (id !== null) onReact?.(id, emoji);
  };
  return (
    <MenuBeside anchor={anchor} label={t('Message')} choices={choices} onClose={() => setShown('none')}>
      {id !== null && onReact && <ReactionChoices chosen={message.ownReaction} onChoose={react} />}
    </MenuBeside>
  );
}

async function copy(text: string): Promise<void> {
  const isCopied = await copyText(text);
  say(isCopied ? t('Copied') : t('That didn’t work. Please try again.'), isCopied ? 'notice' : 'error', copyNoticeMs);
}

/** Marks the bubble to which the menu belongs. */
function useMark(bubble: Element): void {
  useLayoutEffect(() => {
    bubble.toggleAttribute('data-selected', true);
    return () => void bubble.toggleAttribute('data-selected', false);
  }, [bubble]);
}

interface ReactionChoicesProps {
  readonly chosen: string | null;
  /** Receives null if the member chooses their current reaction again. */
  readonly onChoose: (emoji: Reaction | null) => void;
}

const ReactionChoices = ({ chosen, onChoose }: ReactionChoicesProps) => (
  <div className="reaction-choices" role="group" aria-label={t('React with an emoji')}>
    {reactions.map((emoji) => (
      <button key={emoji} type="button" aria-pressed={emoji === chosen} onClick={() => onChoose(emoji === chosen ? null : emoji)}>
        {emoji}
      </button>
    ))}
  </div>
);
