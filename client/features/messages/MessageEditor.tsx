// The editor of a message: a text area that grows and keeps its draft, own pictures, and the send button.
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon, PictureIcon, SendIcon } from '#client/ui/icons.tsx';
import { isSendable } from './messages.queries.ts';
import { SentPicture } from './SentPicture.tsx';
import { useDraft } from './use-draft.ts';

const PictureChooser = lazy(() => import('./PictureChooser.tsx').then(({ PictureChooser }) => ({ default: PictureChooser })));

export interface MessageEditorProps {
  /** The key of the draft: the other member's id, or the area's name. */
  readonly draftName: string;
  /** The accessible name of the text area. */
  readonly label: string;
  readonly placeholder?: string;
  /** The name of the one recipient; without it private pictures are not offered. */
  readonly privateFor?: string;
  /** A short text above it, such as that the other member is typing. */
  readonly status?: string | null;
  readonly onType?: () => void;
  /** The id of the message that it replies to: setting it moves the focus here. */
  readonly replyToId?: string | null;
  /** Called with the message that the restored draft replies to. */
  readonly onRestore?: (replyToId: string | null) => void;
  /** That message, rendered above the text. */
  readonly repliedTo?: ReactNode;
  readonly send: (draft: Draft) => Promise<void>;
}

export function MessageEditor({
  draftName,
  label,
  placeholder = 'Message',
  privateFor,
  status = null,
  onType,
  replyToId = null,
  onRestore,
  repliedTo,
  send: sendMessage,
}: MessageEditorProps) {
  const own = useOwnProfileId();
  const restoredId = useRef<string | null>(null);
  const [written, setWritten] = useDraft(draftName, replyToId, (id) => {
    restoredId.current = id;
    onRestore?.(id);
  });
  const { text, pictureIds } = written;
  const [isChoosing, setChoosing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isReady = isSendable(written);
  const length = [...text].length;
  useEffect(() => {
    // Opening a conversation must not bring up the keyboard.
    if (replyToId !== null && replyToId !== restoredId.current) area.current?.focus();
    restoredId.current = null;
  }, [replyToId]);

  const change = (next: string): void => {
    setWritten({ text: [...next].slice(0, limits.maxTextLength).join(''), pictureIds });
    setFailed(false);
    if (next !== '') onType?.();
  };
  const choosePictures = (next: readonly string[]): void => setWritten({ text, pictureIds: next });
  const send = (): void => {
    area.current?.focus();
    if (!isReady) return;
    setWritten({ text: '', pictureIds: [] });
    sendMessage({ ...written, replyToId }).catch(() => {
      setWritten(written);
      setFailed(true);
    });
  };
  const sendOnEnter = (event: KeyboardEvent): void => {
    // Enter confirms a suggestion of an input method; on a screen keyboard it is the only way to start a new line.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!event.ctrlKey && !event.metaKey && !hasKeyboard()) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="editor-words small">
        <span role="status">{status}</span>
        {hasFailed && (
          <span role="alert" className="field-error">
            Couldn’t send. Try again.
          </span>
        )}
        <span className="field-count" id="editor-count" hidden={length === 0}>
          {length} / {limits.maxTextLength}
        </span>
      </div>
      {repliedTo}
      {pictureIds.length > 0 && (
        <ul className="editor-pictures" aria-label="Pictures to send">
          {pictureIds.map((id, index) => (
            <li key={id}>
              <SentPicture senderId={own} id={id} sizes="56px" />
              <Button
                look="round"
                onClick={() => choosePictures(pictureIds.filter((other) => other !== id))}
                aria-label={`Remove picture ${index + 1}`}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="editor-row">
        <Button look="round" onClick={() => setChoosing(true)} aria-label="Add pictures">
          <PictureIcon />
        </Button>
        <textarea
          ref={area}
          className="input"
          rows={Math.min(6, text.split('\n').length)}
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={sendOnEnter}
          placeholder={placeholder}
          aria-label={label}
          aria-describedby="editor-count"
          enterKeyHint={hasKeyboard() ? 'send' : 'enter'}
        />
        <Button type="submit" look="main" className="editor-send" disabled={!isReady} aria-label="Send">
          <SendIcon />
        </Button>
      </div>
      {isChoosing && (
        <Suspense>
          <PictureChooser
            chosen={pictureIds}
            privateFor={privateFor ?? null}
            onChoose={choosePictures}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </form>
  );
}

/** True without a touch screen, or with a mouse or touchpad beside it. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches || matchMedia('(any-pointer: fine)').matches;
