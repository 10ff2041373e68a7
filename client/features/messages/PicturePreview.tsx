// Shows a chosen picture before it is sent to a member.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { usePreparedPicture } from '#client/features/profiles/use-prepared-picture.ts';
import { ProfilePrompt, useProfileGate } from '#client/people/profile-gate.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { SendIcon } from '#client/ui/icons.tsx';
import { useSendPicture, type Recipient } from './messages.queries.ts';
import './chat-pictures.css';

interface PicturePreviewProps {
  readonly chosen: File;
  readonly recipient: Recipient;
  readonly onClose: () => void;
}

export function PicturePreview({ chosen, recipient, onClose }: PicturePreviewProps) {
  const { file, url, part, change, error } = usePreparedPicture(chosen);
  const send = useSendPicture(recipient);
  const gate = useProfileGate();
  const [isViewOnce, setViewOnce] = useState(false);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const sendNow = (): void => {
    if (file === null) return;
    if (gate.isNeeded) return gate.ask();
    setSending(true);
    setFailed(false);
    send(file, isViewOnce).then(onClose, () => {
      setSending(false);
      setFailed(true);
    });
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('Send a picture')}>
      <ProfilePrompt gate={gate} />
      <div className="stack">
        {error !== null ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : (
          <div className="picture-preview-frame">
            {url === null ? (
              <label className="stack small soft">
                {part === null ? t('Reading the picture') : t('Making it smaller')}
                <progress value={part ?? undefined} />
              </label>
            ) : (
              <img src={url} alt={t('The picture to send')} decoding="async" draggable={false} />
            )}
          </div>
        )}
        {hasFailed && (
          <p className="field-error" role="alert">
            {t('Error: this device could not store the picture for the upload.')}
          </p>
        )}
        <p className="soft small">
          {t('Only {name} can see it, until you unsend it. Location and camera data are removed.', { name: recipient.name })}
          {change !== null && ` ${t('{sentence}.', { sentence: change })}`}
        </p>
        <Switch
          label={t('View once')}
          help={t('{name} can open it once, and you can’t reopen it. A screenshot can’t be prevented.', { name: recipient.name })}
          isOn={isViewOnce}
          onChange={setViewOnce}
        />
        <Button look="main" isWide disabled={file === null || isSending} onClick={sendNow}>
          <SendIcon />
          {t('Send')}
        </Button>
      </div>
    </Dialog>
  );
}
