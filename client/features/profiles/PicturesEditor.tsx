// The editor of a member's public or private pictures: add, reorder, replace, move to the other list, delete.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { UndoButton } from '#client/ui/UndoBar.tsx';
import { EditablePictures } from './EditablePictures.tsx';
import { PictureDialog } from './PictureDialog.tsx';
import { uploadsShownIn } from './uploads-shown.ts';
import { usePictureChanges } from './use-picture-changes.ts';

export interface PicturesEditorProps {
  readonly profile: Profile;
  readonly kind: 'public' | 'private';
}

/** In English. */
const texts = {
  public: { title: 'Pictures', emptyText: 'No public pics', list: 'profilePicIds' },
  private: { title: 'Private pictures', emptyText: 'No private pics', list: 'profilePicIdsPrivate' },
} as const;

export function PicturesEditor({ profile, kind }: PicturesEditorProps) {
  const { title, emptyText, list } = texts[kind];
  const changes = usePictureChanges(list);
  const ids = profile[list];
  const waiting = uploadsShownIn(list, useWaitingUploads(), profile);
  const [openId, setOpenId] = useState<string | null>(null);
  const isPrivate = kind === 'private';
  const isEmpty = ids.length === 0 && waiting.every(({ replaces }) => replaces !== null);
  return (
    <section className="card">
      <div className="row row-apart">
        <h2>{t(title)}</h2>
        <Link to="/profilePicUpload" search={isPrivate ? { private: '1' } : {}} className={buttonClass()}>
          <PlusIcon />
          {t('Add pictures')}
        </Link>
      </div>
      <EditablePictures
        label={t(title)}
        ids={ids}
        isPrivate={isPrivate}
        waiting={waiting}
        profile={profile}
        onOpen={setOpenId}
        onMove={changes.move}
      />
      <p className="soft small profile-edit-hint">
        {isEmpty && (
          <>
            {t(emptyText)}
            <br />
          </>
        )}
        {!isPrivate && t('Others see the first one in lists and on the map.')}{' '}
        {!isEmpty && (
          <>
            {t('Tap a picture to change it, drag it to move it.')}
            <span className="keys-hint"> {t('Shift and an arrow key move it too.')}</span>
          </>
        )}
      </p>
      <LiveRegion className="stack live">
        {changes.removed !== null && (
          <RemovedNotice onUndo={() => changes.removed && void changes.undoRemoval(changes.removed)} />
        )}
        {changes.shrinking !== null && (
          <Notice onDismiss={changes.shrinking.cancel}>
            <div className="stack">
              {t('Making the new picture smaller')}
              <progress value={changes.shrinking.part} aria-label={t('Making the new picture smaller')} />
            </div>
          </Notice>
        )}
        {changes.isSaved && <Notice tone="success">{t('Saved Image Changes')}</Notice>}
        {changes.isWaiting && (
          <Notice>{t('You are offline. This is safe on your device and will be saved when you are back online.')}</Notice>
        )}
        {changes.isFailed && (
          <Notice tone="warning" onDismiss={changes.dismissFailure}>
            {t('Could not replace images...')}
            {changes.refusal !== null && <span className="small"> {changes.refusal}</span>}
          </Notice>
        )}
      </LiveRegion>
      <PictureDialog
        profile={profile}
        ids={ids}
        id={openId !== null && ids.includes(openId) ? openId : null}
        isPrivate={isPrivate}
        changes={changes}
        onClose={() => setOpenId(null)}
      />
    </section>
  );
}

function RemovedNotice({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <Notice>
      <div className="row row-apart">
        <span>{t('Picture deleted.')}</span>
        <UndoButton onUndo={onUndo} />
      </div>
    </Notice>
  );
}
