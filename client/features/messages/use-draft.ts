// Keeps a message draft on the device: its text, its pictures and the message to which it replies.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { requestPersistentStorage } from '#client/device/persistent-storage.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { storeDraft, storedDraft, type Draft } from '#client/offline/cached-values.ts';
import { untilStored } from '#client/offline/outbox/leaving.ts';
import { whenLeft } from '#client/ui/use-when-left.ts';

const saveDelayMs = 300;

export type DraftContent = Omit<Draft, 'replyToId'>;

const emptyContent: DraftContent = { text: '', pictureIds: [] };
const isEmpty = ({ text, pictureIds }: DraftContent): boolean => text === '' && pictureIds.length === 0;

/** `onRestore` receives the message to which the stored draft replies. */
export function useDraft(
  name: string,
  replyToId: string | null,
  onRestore: (replyToId: string | null) => void,
): readonly [content: DraftContent, setContent: (content: DraftContent) => void] {
  const ownId = useOwnProfileId();
  const [content, setContent] = useState(emptyContent);
  const unsaved = useRef<Draft | null>(null);
  const isTouched = useRef(false);
  const restored = useEffectEvent(onRestore);

  const save = useCallback((): void => {
    if (unsaved.current === null) return;
    if (!isEmpty(unsaved.current)) requestPersistentStorage();
    const draft = unsaved.current;
    untilStored({ draft, profile: ownId, conversation: name }, storeDraft(ownId, name, draft)).catch(() => undefined);
    unsaved.current = null;
  }, [ownId, name]);

  useEffect(() => {
    let isShown = true;
    const restore = (draft: Draft | null): void => {
      if (!isShown || isTouched.current || draft === null) return;
      setContent({ text: draft.text, pictureIds: draft.pictureIds });
      restored(draft.replyToId);
    };
    storedDraft(ownId, name).then(restore, () => undefined);
    const leave = whenLeft(save);
    return () => {
      isShown = false;
      leave();
    };
  }, [ownId, name, save]);

  useEffect(() => {
    if (!isEmpty(content)) unsaved.current = { ...content, replyToId };
    const timer = setTimeout(save, saveDelayMs);
    return () => clearTimeout(timer);
  }, [content, replyToId, save]);

  return [
    content,
    (next) => {
      isTouched.current = true;
      unsaved.current = { ...next, replyToId };
      setContent(next);
      // A sent message must not come back as a draft after a crash.
      if (isEmpty(next)) save();
    },
  ];
}
