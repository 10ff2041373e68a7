// Crops one of the member's pictures and uploads the result as its replacement.
import { t } from '#client/device/texts.ts';
import { useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { clampCrop, fullCrop, type Crop, type Size } from '#client/crop/crop-geometry.ts';
import { drawCrop } from '#client/crop/draw-crop.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { pictureSource } from '#client/net/picture-source.ts';
import { outcomeOf } from '#client/offline/uploads/upload-outcome.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { useSentPart, useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { say } from '#client/ui/header-messages.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { refusalText, rejectionText } from './picture-upload.ts';

const noticeMs = 6_000;

/** The value of `saving` before the upload has an id. */
const drawing = 'drawing';

export function useCropEditor(id: string, isPrivate: boolean) {
  const own = useOwnProfileId();
  const leave = useGoBack({ to: '/profileEdit' });
  const [picture, setPicture] = useState<Size | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<Crop>(fullCrop);
  const [error, setError] = useState<string | null>(null);
  /** Null, 'drawing', or the upload's id. */
  const [saving, setSaving] = useState<string | null>(null);
  const waiting = useWaitingUploads();
  const entry = waiting.find((one) => one.id === saving);
  const part = useSentPart(entry ?? { id: '', stage: 'file', state: 'waiting' });
  const isCancelled = useRef(false);
  const isMounted = useIsMounted();

  async function save(): Promise<void> {
    if (image.current === null) return;
    setError(null);
    setSaving(drawing);
    const { path } = isPrivate ? pictures.getPrivatePicture : pictures.getDisplayedPicture;
    let isDrawn = false;
    try {
      const fullSizeUrl = await pictureSource(urlOf(path, { id }, { orig: '1' }));
      const blob = await drawCrop({ fullSizeUrl, shown: image.current }, crop);
      if (isCancelled.current) return;
      isDrawn = true;
      const file = new File([blob], 'picture.jpg', { type: 'image/jpeg' });
      for (const earlier of waiting) if (earlier.replaces === id) await uploads.cancel(earlier);
      const list = isPrivate ? 'profilePicIdsPrivate' : 'profilePicIds';
      const upload = await uploads.add(own, file, { list, replaces: id });
      if (isCancelled.current) return await uploads.cancel(upload);
      setSaving(upload.id);
      const outcome = await outcomeOf(upload);
      if (outcome === 'cancelled') return;
      if (typeof outcome === 'string') {
        say(t(outcomeTexts[outcome]), 'notice', noticeMs);
        if (isMounted()) leave();
      } else if (isMounted()) {
        // The crop is still on the screen, so the member can save it again.
        setError(rejectionText(outcome));
        setSaving(null);
        await uploads.cancel(upload);
      }
    } catch (failure) {
      if (isCancelled.current) return;
      const text = isDrawn ? refusalText(failure) : t('Error: this device could not crop the picture.');
      if (!isMounted()) return void say(text, 'error', noticeMs);
      setError(text);
      setSaving(null);
    }
  }

  return {
    crop,
    picture,
    /** The progress from 0 to 1. Null if nothing is being saved. */
    part: saving === null ? null : part,
    error,
    dismiss: () => setError(null),
    show: (size: Size, loaded: HTMLImageElement) => {
      image.current = loaded;
      setPicture(size);
    },
    /** The result is moved into the picture if it is not inside. */
    change: (next: (crop: Crop) => Crop) =>
      setCrop((current) => (picture === null ? current : clampCrop(next(current), picture))),
    save,
    cancel: () => {
      isCancelled.current = true;
      if (saving !== null && saving !== drawing) void uploads.cancel({ profile: own, id: saving });
      leave();
    },
  };
}

/** In English. */
const outcomeTexts = {
  saved: 'Saved Image Changes',
  offline: 'You are offline: the cropped picture is safe on this device and will be saved when you are back online.',
  later: 'It could not be saved yet: the cropped picture is safe on this device and will be saved later.',
} as const;
