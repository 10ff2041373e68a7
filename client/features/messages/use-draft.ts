// The draft of a message, stored on the device: text, pictures and the message it replies to.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { storeDraft, storedDraft, type Draft } from '#client/offline/cached-values.ts';

const saveDelayMs = 300;

export type Written = Omit<Draft, 'replyToId'>;

const nothing: Written = { text: '', pictureIds: [] };
const isNothing = ({ text, pictureIds }: Written): boolean => text === '' && pictureIds.length === 0;

/** `replyToId` is the message it replies to now; `onRestore` receives the one that the stored draft replies to. */
export function useDraft(
  name: string,
  replyToId: string | null,
  onRestore: (replyToId: string | null) => void,
): readonly [written: Written, setWritten: (written: Written) => void] {
  const own = useOwnProfileId();
  const [written, setWritten] = useState(nothing);
  /** Changes not stored yet. */
  const unsaved = useRef<Draft | null>(null);
  const isTouched = useRef(false);
  const latestOnRestore = useRef(onRestore);
  useEffect(() => {
    latestOnRestore.current = onRestore;
  });

  const save = useCallback((): void => {
    if (unsaved.current === null) return;
    storeDraft(own, name, unsaved.current).catch(() => undefined);
    unsaved.current = null;
  }, [own, name]);

  useEffect(() => {
    let isShown = true;
    const restore = (draft: Draft | null): void => {
      if (!isShown || isTouched.current || draft === null) return;
      setWritten({ text: draft.text, pictureIds: draft.pictureIds });
      latestOnRestore.current(draft.replyToId);
    };
    storedDraft(own, name).then(restore, () => undefined);
    // The last moment in which a phone lets a page run.
    const saveWhenLeaving = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveWhenLeaving);
    return () => {
      isShown = false;
      document.removeEventListener('visibilitychange', saveWhenLeaving);
      save();
    };
  }, [own, name, save]);

  useEffect(() => {
    if (!isNothing(written)) unsaved.current = { ...written, replyToId };
    const timer = setTimeout(save, saveDelayMs);
    return () => clearTimeout(timer);
  }, [written, replyToId, save]);

  return [
    written,
    (next) => {
      isTouched.current = true;
      unsaved.current = { ...next, replyToId };
      setWritten(next);
      // A sent message must not come back as a draft after a crash.
      if (isNothing(next)) save();
    },
  ];
}
