// Writes a message: text that grows and is kept as a draft, own pictures, and the button that sends it.
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { Draft } from '#client/offline/saved-values.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon, PictureIcon, SendIcon } from '#client/ui/icons.tsx';
import { isSendable } from './messages.queries.ts';
import { SentPicture } from './SentPicture.tsx';
import { useDraft } from './use-draft.ts';

const PictureChooser = lazy(() => import('./PictureChooser.tsx').then(({ PictureChooser }) => ({ default: PictureChooser })));

export interface MessageEditorProps {
  /** What a half-written message is kept under: the other member's id, or the area's name. */
  readonly draftName: string;
  /** Of the text area, for those who can't see what it belongs to. */
  readonly label: string;
  readonly placeholder?: string;
  /** The one member it goes to; without him private pictures are not offered. */
  readonly privateFor?: string;
  /** A word that comes and goes above it. */
  readonly status?: string | null;
  readonly onType?: () => void;
  /** The id of the message that it answers: the focus comes here with it. */
  readonly answersId?: string | null;
  /** The kept draft answers this message. */
  readonly onRestore?: (answersId: string | null) => void;
  /** That message, shown above the text. */
  readonly answered?: ReactNode;
  readonly send: (draft: Draft) => Promise<void>;
}

export function MessageEditor({
  draftName,
  label,
  placeholder = 'Message',
  privateFor,
  status = null,
  onType,
  answersId = null,
  onRestore,
  answered,
  send: sendMessage,
}: MessageEditorProps) {
  const own = useOwnProfileId();
  const restoredId = useRef<string | null>(null);
  const [written, setWritten] = useDraft(draftName, answersId, (id) => {
    restoredId.current = id;
    onRestore?.(id);
  });
  const { text, pictureIds } = written;
  const [isChoosing, setChoosing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isRawJson = isSendable(written);
  const length = [...text].length;
  useEffect(() => {
    // Opening a conversation brings no keyboard up.
    if (answersId !== null && answersId !== restoredId.current) area.current?.focus();
    restoredId.current = null;
  }, [answersId]);

  const change = (next: string): void => {
    setWritten({ text: [...next].slice(0, limits.textMost).join(''), pictureIds });
    setFailed(false);
    if (next !== '') onType?.();
  };
  const choosePictures = (next: readonly string[]): void => setWritten({ text, pictureIds: next });
  const send = (): void => {
    area.current?.focus();
    if (!isRawJson) return;
    setWritten({ text: '', pictureIds: [] });
    sendMessage({ ...written, replyToId: answersId }).catch(() => {
      setWritten(written);
      setFailed(true);
    });
  };
  const sendOnEnter = (event: KeyboardEvent): void => {
    // Enter chooses among the suggestions of an input method; on a screen keyboard it is the only way to a new line.
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
            That could not be sent.
          </span>
        )}
        <span className="field-count" id="editor-count" hidden={length === 0}>
          {length} / {limits.textMost}
        </span>
      </div>
      {answered}
      {pictureIds.length > 0 && (
        <ul className="editor-pictures" aria-label="Pictures to send">
          {pictureIds.map((id, index) => (
            <li key={id}>
              <SentPicture senderId={own} id={id} sizes="56px" />
              <Button
                look="round"
                onClick={() => choosePictures(pictureIds.filter((other) => other !== id))}
                aria-label={`Leave out picture ${index + 1}`}
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
        <Button type="submit" look="main" className="editor-send" disabled={!isRawJson} aria-label="Send">
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

/** Without a touch screen there are real keys, and beside a mouse or touchpad too. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches || matchMedia('(any-pointer: fine)').matches;
