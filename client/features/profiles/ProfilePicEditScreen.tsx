// /profilePicEdit?id=: the editor to crop one of your pictures.
import { t } from '#client/device/texts.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { CropView } from '#client/crop/CropView.tsx';
import { fullCrop } from '#client/crop/crop-geometry.ts';
import { showNsfw } from '#client/device/storage.ts';
import { reachability } from '#client/net/reachability.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { FailedState } from '#client/ui/FailedState.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useStore } from '#client/device/store.ts';
import { CropTools } from './CropTools.tsx';
import { usePictureSource } from '#client/net/picture-source.ts';
import { cropSourceUrl } from '#client/people/picture-url.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { useCropEditor } from './use-crop-editor.ts';
import '#client/ui/split.css';
import './picture-edit.css';

type Kind = 'public' | 'private';

export function ProfilePicEditScreen() {
  const id = useSearch({ strict: false, select: (search: { id?: string }) => search.id ?? '' });
  return (
    <Page title={t('Edit Picture')} width="split" back={<BackButton />}>
      <OwnPicture key={id} id={id} />
    </Page>
  );
}

function OwnPicture({ id }: { readonly id: string }) {
  const isNsfwShown = useStore(showNsfw);
  const { profile, error, refetch } = useOwnProfile();
  const currentKind = profile ? kindOf(profile, id) : null;
  // Saving gives the picture a new id. The screen shows the old picture until the member leaves it.
  const [kind, setKind] = useState(currentKind);
  if (currentKind !== null && currentKind !== kind) setKind(currentKind);

  if (kind === 'private' && !isNsfwShown) return <Notice isStatic>{t('Profile pictures (NSFW) editing is hidden.')}</Notice>;
  if (kind !== null) return <Editor id={id} isPrivate={kind === 'private'} />;
  if (profile !== undefined)
    return (
      <EmptyState icon={PictureIcon} text={t('That picture is not available.')}>
        <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
          {t('Your pictures')}
        </Link>
      </EmptyState>
    );
  return <QueryState error={error} refetch={refetch} skeleton={<EditorSkeleton />} />;
}

/** Has the same tools as the editor, so that nothing moves when it is loaded. */
function EditorSkeleton() {
  const goBack = useGoBack({ to: '/profileEdit' });
  return (
    <div className="split" aria-busy="true">
      <div className="crop-view" />
      <div className="split-panel split-card">
        <CropTools crop={fullCrop} picture={null} onChange={() => undefined} />
        <div className="stack live" />
        <div className="crop-buttons">
          <Button onClick={goBack}>{t('Cancel')}</Button>
          <Button look="main" disabled>
            {t('Save')}
          </Button>
        </div>
      </div>
    </div>
  );
}

const kindOf = ({ profilePicIds, profilePicIdsPrivate }: Profile, id: string): Kind | null =>
  profilePicIds.includes(id) ? 'public' : profilePicIdsPrivate.includes(id) ? 'private' : null;

function Editor({ id, isPrivate }: { readonly id: string; readonly isPrivate: boolean }) {
  const { crop, picture, part, error, ...editor } = useCropEditor(id, isPrivate);
  const [hasFailed, setFailed] = useState(false);
  const { isLost } = useStore(reachability);
  const isSaving = part !== null;
  const src = usePictureSource(cropSourceUrl(id, isPrivate));
  if (hasFailed)
    return <FailedState isOffline={isLost} text={t('The picture could not be loaded.')} onRetry={() => setFailed(false)} />;
  return (
    <div className="split" aria-busy={picture === null}>
      <CropView
        src={src}
        alt={t('The picture to crop')}
        crop={crop}
        picture={picture}
        onPicture={editor.show}
        onCrop={editor.change}
        onFailed={() => setFailed(true)}
      />
      <div className="split-panel split-card">
        <CropTools crop={crop} picture={isSaving ? null : picture} onChange={editor.change} />
        <LiveRegion className="stack live">
          {isSaving && <progress className="crop-progress" value={part} aria-label={t('Saving')} />}
          {error !== null && (
            <Notice tone="warning" onDismiss={editor.dismiss}>
              {t('Could not replace images...')} {error}
            </Notice>
          )}
        </LiveRegion>
        <div className="crop-buttons">
          <Button onClick={editor.cancel}>{t('Cancel')}</Button>
          <Button look="main" onClick={() => void editor.save()} disabled={picture === null || isSaving}>
            {isSaving ? t('Saving...') : t('Save')}
          </Button>
        </div>
      </div>
    </div>
  );
}
