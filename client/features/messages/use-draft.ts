// The half-written text of a conversation, kept on the device while it is typed.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { keepDraft, savedDraft } from '#client/offline/saved-values.ts';

const saveDelayMs = 300;

export function useDraft(peer: string): readonly [text: string, setText: (text: string) => void] {
  const own = useOwnProfileId();
  const [text, setText] = useState('');
  /** What is not on the device yet. */
  const unsaved = useRef<string | null>(null);
  const isTouched = useRef(false);

  const save = useCallback((): void => {
    if (unsaved.current === null) return;
    keepDraft(own, peer, unsaved.current).catch(() => undefined);
    unsaved.current = null;
  }, [own, peer]);

  useEffect(() => {
    let isShown = true;
    const restore = (draft: string): void => {
      if (isShown && !isTouched.current && draft !== '') setText(draft);
    };
    savedDraft(own, peer).then(restore, () => undefined);
    // The last moment in which a phone lets a page do anything.
    const saveWhenLeaving = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveWhenLeaving);
    return () => {
      isShown = false;
      document.removeEventListener('visibilitychange', saveWhenLeaving);
      save();
    };
  }, [own, peer, save]);

  useEffect(() => {
    const timer = setTimeout(save, saveDelayMs);
    return () => clearTimeout(timer);
  }, [text, save]);

  return [
    text,
    (next) => {
      isTouched.current = true;
      unsaved.current = next;
      setText(next);
      // A sent text must not come back after a crash.
      if (next === '') save();
    },
  ];
}
