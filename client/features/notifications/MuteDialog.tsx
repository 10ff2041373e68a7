// The dialog to mute a conversation for some time, or unmute it.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { duration } from '#shared/formats/numbers.ts';
import { weekdayAndTime } from '#shared/formats/times.ts';
import { muteLastsMs } from '#shared/rules/mutes.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { say } from '#client/ui/header-messages.ts';
import { BellIcon, BellOffIcon } from '#client/ui/icons.tsx';
import { isToday, timeOfDay } from '#client/ui/time-text.ts';
import { useMute, type MuteDuration } from './mutes.queries.ts';

const noticeMs = 4_000;

export interface MuteDialogProps {
  readonly peer: string;
  readonly name: string;
  /** The end of the mute. Null if it has none, undefined if the conversation is not muted. */
  readonly untilMs: number | null | undefined;
  readonly onClose: () => void;
}

export function MuteDialog({ peer, name, untilMs, onClose }: MuteDialogProps) {
  const mute = useMute();
  const [hasFailed, setFailed] = useState(false);
  const choose = (lastsMs: MuteDuration): void => {
    setFailed(false);
    const onStored = (): void => {
      onClose();
      say(lastsMs === 0 ? t('Unmuted conversation') : t('{name} is muted', { name }), 'notice', noticeMs);
    };
    mute(peer, lastsMs).then(onStored, () => setFailed(true));
  };
  return (
    <Dialog isOpen onClose={onClose} title={untilMs === undefined ? t('Mute {name}', { name }) : t('{name} is muted', { name })}>
      <div className="stack">
        {untilMs !== undefined && (
          <>
            <p>{untilMs === null ? t('Until you turn it back on.') : t('Until {time}.', { time: formatEnd(untilMs) })}</p>
            <Button isWide look="main" onClick={() => choose(0)}>
              <BellIcon />
              {t('Unmute')}
            </Button>
          </>
        )}
        {muteLastsMs.map((lastsMs) => (
          <Button key={lastsMs} isWide onClick={() => choose(lastsMs)}>
            <BellOffIcon />
            {t('For {duration}', { duration: duration(lastsMs, locale()) })}
          </Button>
        ))}
        {untilMs !== null && (
          <Button isWide onClick={() => choose(null)}>
            <BellOffIcon />
            {t('Until I turn it back on')}
          </Button>
        )}
        {hasFailed && (
          <p role="alert" className="field-error">
            {t('That couldn’t be saved.')}
          </p>
        )}
        <p className="soft small">
          {t('Messages wait in your conversations, but no device notifies you. {name} won’t know.', { name })}
        </p>
      </div>
    </Dialog>
  );
}

/** The time, with the weekday unless it is today. */
const formatEnd = (untilMs: number): string => (isToday(untilMs) ? timeOfDay(untilMs) : weekdayAndTime(untilMs, locale()));
