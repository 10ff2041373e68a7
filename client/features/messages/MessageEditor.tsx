// The editor for messages: a growing text area with a stored draft, attached pictures and a send button.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import { ProfilePrompt, useProfileGate } from '#client/people/profile-gate.tsx';
import { Button } from '#client/ui/Button.tsx';
import { isComposing } from '#client/ui/is-composing.ts';
import { CloseIcon, SendIcon } from '#client/ui/icons.tsx';
import { withinLimit } from '#client/ui/within-limit.ts';
import { isSendable } from './messages.queries.ts';
import { MessagePicture } from './MessagePicture.tsx';
import { PictureButton } from './PictureButton.tsx';
import { useDraft } from './use-draft.ts';

export interface MessageEditorProps {
  /** The draft's storage key: the other member's id or `broadcast`. */
  readonly draftName: string;
  /** The accessible name of the text area. */
  readonly label: string;
  readonly placeholder?: string;
  /** Without a name, the editor offers only public pictures of the profile. */
  readonly recipientName?: string;
  readonly onType?: () => void;
  /** Whether the text area has the focus at first. On touch screens, the keyboard that opens covers the messages. */
  readonly autoFocus?: 'never' | 'without-touch' | 'always';
  /** A new value moves the focus to the editor. */
  readonly replyToId?: string | null;
  /** Receives the id of the message that the stored draft replies to. */
  readonly onRestore?: (replyToId: string | null) => void;
  readonly replyBar?: ReactNode;
  /** A line above the text area. */
  readonly status?: ReactNode;
  readonly send: (draft: Draft) => Promise<void>;
}

export function MessageEditor({
  draftName,
  label,
  placeholder = t('Message'),
  recipientName,
  onType,
  autoFocus = 'never',
  replyToId = null,
  onRestore,
  replyBar,
  status,
  send: sendMessage,
}: MessageEditorProps) {
  const ownId = useOwnProfileId();
  const restoredId = useRef<string | null>(null);
  const { content, setContent, putBack } = useDraft(draftName, replyToId, (id) => {
    restoredId.current = id;
    onRestore?.(id);
  });
  const { text, pictureIds } = content;
  const [hasFailed, setFailed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const gate = useProfileGate();
  const length = [...text].length;
  // A restored or unsent draft is put before what was typed in the meantime. Together they may be too long.
  const isReady = isSendable(content) && length <= limits.maxTextLength;
  useEffect(() => {
    // A restored draft must not open the on-screen keyboard.
    if (replyToId !== null && replyToId !== restoredId.current) area.current?.focus();
    restoredId.current = null;
  }, [replyToId]);

  const takesFocus = autoFocus === 'always' || (autoFocus === 'without-touch' && hasKeyboard());
  useEffect(() => {
    if (!takesFocus) return;
    // Forms are hidden until the page's first paint, and hidden ones cannot take the focus.
    const frame = requestAnimationFrame(() => area.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);

  useLayoutEffect(() => grow(area.current), [text]);

  const change = (next: string): void => {
    setContent({ text: withinLimit(text, next, limits.maxTextLength), pictureIds });
    setFailed(false);
    if (next !== '') onType?.();
  };
  const selectPictures = (next: readonly string[]): void => setContent({ text, pictureIds: next });
  const send = (): void => {
    area.current?.focus();
    if (!isReady) return;
    if (gate.isNeeded) return gate.ask();
    setContent({ text: '', pictureIds: [] });
    setFailed(false);
    sendMessage({ ...content, replyToId }).catch(() => {
      putBack(content);
      setFailed(true);
    });
  };
  const sendOnEnter = (event: KeyboardEvent): void => {
    // While a word is being composed, Enter confirms a suggestion. On-screen keyboards have no other key for a new line.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    if (!event.ctrlKey && !event.metaKey && !hasKeyboard()) return;
    event.preventDefault();
    send();
  };

  return (
    <>
      <ProfilePrompt gate={gate} />
      <form
        className="editor"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="editor-status small">
          {status}
          {hasFailed && (
            <span role="alert" className="field-error">
              {t('Couldn’t send. Please try again.')}
            </span>
          )}
          <span className="field-count" id="editor-count" hidden={length === 0}>
            {length} / {limits.maxTextLength}
          </span>
        </div>
        {replyBar}
        {pictureIds.length > 0 && (
          <ul className="editor-pictures" aria-label={t('Pictures to send')}>
            {pictureIds.map((id, index) => (
              <li key={id}>
                <MessagePicture senderId={ownId} id={id} sizes="56px" />
                <Button
                  look="round"
                  onClick={() => selectPictures(pictureIds.filter((other) => other !== id))}
                  aria-label={t('Remove picture {number}', { number: numberText(index + 1, locale()) })}
                >
                  <CloseIcon />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="editor-row">
          <PictureButton
            recipient={recipientName === undefined ? null : { profileId: draftName, name: recipientName }}
            selected={pictureIds}
            onSelect={selectPictures}
          />
          <textarea
            ref={area}
            className="input"
            rows={1}
            value={text}
            onChange={({ target }) => change(target.value)}
            onKeyDown={sendOnEnter}
            placeholder={placeholder}
            aria-label={label}
            aria-describedby="editor-count"
            enterKeyHint={hasKeyboard() ? 'send' : 'enter'}
          />
          <Button type="submit" look="main" className="editor-send" disabled={!isReady} aria-label={t('Send')}>
            <SendIcon />
          </Button>
        </div>
      </form>
    </>
  );
}

/**
 * Fits the height to the text in browsers without `field-sizing`. Others do it faster, because each change here lays out the
 * messages above, too. The style sheet sets the greatest height.
 */
function grow(area: HTMLTextAreaElement | null): void {
  if (area === null || CSS.supports('field-sizing', 'content')) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** True if there is no touch screen, or if there is also a mouse or a touchpad. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches || matchMedia('(any-pointer: fine)').matches;
