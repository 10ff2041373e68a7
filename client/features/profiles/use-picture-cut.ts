// The cut of one own picture while it is chosen, and its way to the server in the place of the picture.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { kept, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { drawCut } from '#client/crop/draw-cut.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { outcomeOf } from '#client/offline/uploads/upload-outcome.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { useSentPart, useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { say } from '#client/ui/header-messages.ts';
import { useWayBack } from '#client/ui/use-way-back.ts';
import { keepErrors, reasonWords } from './picture-upload.ts';

const noticeMs = 6_000;

/** Before it is on the device. */
const drawing = 'drawing';

export function usePictureCut(id: string, isPrivate: boolean) {
  const own = useOwnProfileId();
  const leave = useWayBack({ to: '/profileEdit' });
  const [picture, setPicture] = useState<Size | null>(null);
  const shown = useRef<HTMLImageElement>(null);
  const [cut, setCut] = useState<Cut>(wholeCut);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** What is being saved: null, 'drawing', or the upload's id. */
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
        // The cut is still on the screen, to be saved again from there.
        setTrouble(reasonWords(outcome));
        setSaving(null);
        await uploads.cancel(upload);
      }
    } catch (error) {
      setTrouble(isDrawn ? keepErrors(error) : 'Error: this device could not cut the picture.');
      setSaving(null);
    }
  }

  return {
    cut,
    picture,
    /** Of what is being saved, 0 to 1; null while nothing is. */
    part: saving === null ? null : part,
    /** Why it could not be saved, in words. */
    trouble,
    dismiss: () => setTrouble(null),
    show: (size: Size, image: HTMLImageElement) => {
      shown.current = image;
      setPicture(size);
    },
    /** What comes of it never leaves the picture. */
    change: (next: (cut: Cut) => Cut) => setCut((before) => (picture === null ? before : kept(next(before), picture))),
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
  offline: 'You are offline: the cropped picture is safe on this device and saved when you are back.',
  later: 'The server could not take it yet: the cropped picture is safe on this device and saved by itself.',
} as const;
