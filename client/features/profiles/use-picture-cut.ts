// The crop of one own picture being edited, and its upload as a replacement.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { clampCut, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { drawCut } from '#client/crop/draw-cut.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { outcomeOf } from '#client/offline/uploads/upload-outcome.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { useSentPart, useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { say } from '#client/ui/header-messages.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { storageErrorWords, reasonWords } from './picture-upload.ts';

const noticeMs = 6_000;

/** While the upload does not exist yet. */
const drawing = 'drawing';

export function usePictureCut(id: string, isPrivate: boolean) {
  const own = useOwnProfileId();
  const leave = useGoBack({ to: '/profileEdit' });
  const [picture, setPicture] = useState<Size | null>(null);
  const shown = useRef<HTMLImageElement>(null);
  const [cut, setCut] = useState<Cut>(wholeCut);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Null, 'drawing', or the upload's id. */
  const [saving, setSaving] = useState<string | null>(null);
  const waiting = useWaitingUploads();
  const entry = waiting.find((one) => one.id === saving);
  const part = useSentPart(entry ?? { id: '', stage: 'file', state: 'waiting' });
  const isCancelled = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  async function save(): Promise<void> {
    if (shown.current === null) return;
    setTrouble(null);
    setSaving(drawing);
    const { path } = isPrivate ? pictures.getPrivatePicture : pictures.getDisplayedPicture;
    let isDrawn = false;
    try {
      const cutOut = await drawCut({ whole: urlOf(path, { id }, { orig: '1' }), shown: shown.current }, cut);
      if (isCancelled.current) return;
      isDrawn = true;
      const file = new File([cutOut], 'picture.jpg', { type: 'image/jpeg' });
      for (const earlier of waiting) if (earlier.replaces === id) await uploads.cancel(earlier);
      const list = isPrivate ? 'profilePicIdsPrivate' : 'profilePicIds';
      const upload = await uploads.add(own, file, { list, replaces: id });
      setSaving(upload.id);
      const outcome = await outcomeOf(upload);
      if (outcome === 'cancelled') return;
      if (typeof outcome === 'string') {
        say(outcomeWords[outcome], 'notice', noticeMs);
        if (isHere.current) leave();
      } else if (isHere.current) {
        // The cut is still on the screen and can be saved again.
        setTrouble(reasonWords(outcome));
        setSaving(null);
        await uploads.cancel(upload);
      }
    } catch (error) {
      setTrouble(isDrawn ? storageErrorWords(error) : 'Error: this device could not crop the picture.');
      setSaving(null);
    }
  }

  return {
    cut,
    picture,
    /** Progress of saving, 0 to 1; null otherwise. */
    part: saving === null ? null : part,
    /** Why it could not be saved, in words. */
    trouble,
    dismiss: () => setTrouble(null),
    show: (size: Size, image: HTMLImageElement) => {
      shown.current = image;
      setPicture(size);
    },
    /** The result is clamped to the picture. */
    change: (next: (cut: Cut) => Cut) => setCut((before) => (picture === null ? before : clampCut(next(before), picture))),
    save,
    cancel: () => {
      isCancelled.current = true;
      if (entry !== undefined) void uploads.cancel(entry);
      leave();
    },
  };
}

const outcomeWords = {
  saved: 'Saved Image Changes',
  offline: 'You are offline: the cropped picture is safe on this device and will be saved when you are back online.',
  later: 'The server could not save it yet: the cropped picture is safe on this device and will be saved later.',
} as const;
