// Keeps a message draft on the device: its text, its pictures and the message to which it replies.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { requestPersistentStorage } from '#client/device/persistent-storage.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { storeDraft, storedDraft, type Draft } from '#client/offline/cached-values.ts';
import { joinedContent, type DraftContent } from '#client/offline/draft-additions.ts';
import { untilEnqueued } from '#client/offline/outbox/enqueue.ts';
import { untilStored } from '#client/offline/outbox/leaving.ts';
import { whenLeft } from '#client/ui/use-when-left.ts';

/** Without a worker, which can still store when the page closes, each letter is stored at once. */
const saveDelayMs = (): number => (navigator.serviceWorker?.controller == null ? 0 : 300);

const emptyContent: DraftContent = { text: '', pictureIds: [] };
const isEmpty = ({ text, pictureIds }: DraftContent): boolean => text === '' && pictureIds.length === 0;

interface DraftState {
  readonly content: DraftContent;
  readonly setContent: (content: DraftContent) => void;
  /** Puts returned content before what the member has typed in the meantime. */
  readonly putBack: (content: DraftContent) => void;
}

/** `onRestore` receives the message to which the stored draft replies. */
export function useDraft(name: string, replyToId: string | null, onRestore: (replyToId: string | null) => void): DraftState {
  const ownId = useOwnProfileId();
  const [content, setContent] = useState(emptyContent);
  const unsaved = useRef<Draft | null>(null);
  const newest = useRef(emptyContent);
  const save = useCallback((): void => {
    if (unsaved.current === null) return;
    if (!isEmpty(unsaved.current)) requestPersistentStorage();
    const draft = unsaved.current;
    const storing = storeDraft(ownId, name, draft, untilEnqueued);
    untilStored({ draft, profile: ownId, conversation: name }, storing).catch(() => undefined);
    unsaved.current = null;
  }, [ownId, name]);

  const change = (next: DraftContent): void => {
    newest.current = next;
    unsaved.current = { ...next, replyToId };
    setContent(next);
    // A sent message must not come back as a draft after a crash.
    if (isEmpty(next)) save();
  };
  const putBack = (earlier: DraftContent): void => change(joinedContent(earlier, newest.current));
  const restored = useEffectEvent((draft: Draft): void => {
    putBack(draft);
    if (replyToId === null) onRestore(draft.replyToId);
  });

  useEffect(() => {
    let isShown = true;
    const restore = (draft: Draft | null): void => {
      if (isShown && draft !== null) restored(draft);
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
    const timer = setTimeout(save, saveDelayMs());
    return () => clearTimeout(timer);
  }, [content, replyToId, save]);

  return { content, setContent: change, putBack };
}
