// The cut of one own picture while it is chosen, and its way to the server in the place of the picture.
import { useMemo, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { urlOf } from '#shared/contract/endpoint.ts';
import { kept, wholeCut, type Cut, type Size } from '#client/crop/cut.ts';
import { drawCut } from '#client/crop/draw-cut.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { upload } from '#client/net/upload.ts';
import { say } from '#client/ui/header-messages.ts';
import { useWayBack } from '#client/ui/use-way-back.ts';
import { uploadForm } from './picture-upload.ts';
import { pictureUrl } from './picture-url.ts';
import { useRefreshOwnProfile } from './profiles.queries.ts';

/** A number is the part that is up, 0 to 1. */
export type CutState = 'unloaded' | 'failed' | 'offline' | number | null;

const savedNoticeMs = 3_000;

export function usePictureCut(id: string, isPrivate: boolean) {
  const authorProfileId = useOwnProfileId();
  const refresh = useRefreshOwnProfile();
  const leave = useWayBack({ to: '/profileEdit' });
  const [picture, setPicture] = useState<Size | null>(null);
  const [cut, setCut] = useState<Cut>(wholeCut);
  const [state, setState] = useState<CutState>(null);
  // The same cut saved again, because its answer got lost, is the same picture.
  // oxlint-disable-next-line react/exhaustive-deps -- another cut is another picture
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [cut]);

  async function save(): Promise<void> {
    if (picture === null) return;
    setState(0);
    const { path } = isPrivate ? pictures.getPrivatePicture : pictures.getPicture;
    const source = { whole: urlOf(path, { id }, { orig: '1' }), smaller: pictureUrl(id, 2048, isPrivate) };
    try {
      const file = new File([await drawCut(source, cut, picture)], 'picture.jpg', { type: 'image/jpeg' });
      const form = uploadForm(authorProfileId, file);
      await upload(pictures.postPicture, { query: { replace_id: id } }, { form, onProgress: setState, idempotencyKey });
      // The picture is there, even if the profile can't be asked for right now.
      await refresh().catch(() => undefined);
      say('Saved Image Changes', 'notice', savedNoticeMs);
      leave();
    } catch (error) {
      setState(error instanceof ConnectionLost ? 'offline' : 'failed');
    }
  }

  return {
    cut,
    picture,
    state,
    setPicture,
    setFailed: setState,
    /** What comes of it never leaves the picture. */
    change: (next: (cut: Cut) => Cut) => setCut((before) => (picture === null ? before : kept(next(before), picture))),
    save,
    leave,
  };
}
