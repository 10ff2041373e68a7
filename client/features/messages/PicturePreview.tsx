// Shows a chosen picture before it is sent to a member.
import { useState } from 'react';
import { usePreparedPicture } from '#client/features/profiles/use-prepared-picture.ts';
import { ProfilePrompt, useProfileGate } from '#client/people/profile-gate.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Choice.tsx';
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
    send(file, isViewOnce).then(onClose, () => {
      setSending(false);
      setFailed(true);
    });
  };
  return (
    <Dialog isOpen onClose={onClose} title="Send a picture">
      <ProfilePrompt gate={gate} />
      <div className="stack picture-preview">
        {error !== null ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : (
          <div className="picture-preview-frame">
            {url === null ? (
              <label className="stack small soft">
                {part === null ? 'Reading the picture' : 'Making it smaller'}
                <progress value={part ?? undefined} />
              </label>
            ) : (
              <img src={url} alt="The picture to send" decoding="async" draggable={false} />
            )}
          </div>
        )}
        {hasFailed && (
          <p className="field-error" role="alert">
            Error: this device could not store the picture for the upload.
          </p>
        )}
        <p className="soft small">
          Only {recipient.name} can see it, until you unsend it. Location and camera data are removed.
          {change !== null && ` ${change}.`}
        </p>
        <Switch
          label="View once"
          help={`${recipient.name} can open it once, and you can’t reopen it. A screenshot can’t be prevented.`}
          isOn={isViewOnce}
          onChange={setViewOnce}
        />
        <Button look="main" isWide disabled={file === null || isSending} onClick={sendNow}>
          <SendIcon />
          Send
        </Button>
      </div>
    </Dialog>
  );
}
