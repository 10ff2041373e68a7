// /profilePicEdit?id=: the crop editor of one own picture; the result replaces it.
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { CropView } from '#client/crop/CropView.tsx';
import { wholeCut } from '#client/crop/cut.ts';
import { showNsfw } from '#client/device/storage.ts';
import { reachability } from '#client/net/reachability.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useStore } from '#client/device/store.ts';
import { CropTools } from './CropTools.tsx';
import { pictureToCut } from '#client/people/picture-url.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { usePictureCut } from './use-picture-cut.ts';
import './picture-edit.css';

type Kind = 'public' | 'private';

export function ProfilePicEditScreen() {
  const id = useSearch({ strict: false, select: (search: { id?: string }) => search.id ?? '' });
  return (
    <Page title="Edit Picture" width="narrow" hasBack>
      <OwnPicture key={id} id={id} />
    </Page>
  );
}

function OwnPicture({ id }: { readonly id: string }) {
  const isNsfwShown = useStore(showNsfw);
  const { profile, error, refetch } = useOwnProfile();
  const found = profile ? kindOf(profile, id) : null;
  // Once saved, the picture has another id; the screen keeps showing the old one until it is left.
  const [kind, setKind] = useState(found);
  if (found !== null && found !== kind) setKind(found);

  if (kind === 'private' && !isNsfwShown) return <Notice isStill>Profile pictures (NSFW) editing is hidden.</Notice>;
  if (kind !== null) return <Editor id={id} isPrivate={kind === 'private'} />;
  if (profile !== undefined)
    return (
      <EmptyState icon={PictureIcon} text="That picture is not available.">
        <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
          Your pictures
        </Link>
      </EmptyState>
    );
  return (
    <NotLoaded error={error} onRetry={refetch}>
      <Loading />
    </NotLoaded>
  );
}

/** With the tools in place, so that nothing jumps. */
function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <div className="crop-view" />
      <CropTools cut={wholeCut} picture={null} onChange={() => undefined} />
      <div className="stack live" />
      <div className="crop-ends">
        <Button disabled>Cancel</Button>
        <Button look="main" disabled>
          Save
        </Button>
      </div>
    </div>
  );
}

const kindOf = ({ profilePicIds, profilePicIdsPrivate }: Profile, id: string): Kind | null =>
  profilePicIds.includes(id) ? 'public' : profilePicIdsPrivate.includes(id) ? 'private' : null;

function Editor({ id, isPrivate }: { readonly id: string; readonly isPrivate: boolean }) {
  const { cut, picture, part, trouble, ...crop } = usePictureCut(id, isPrivate);
  const [isUnloaded, setUnloaded] = useState(false);
  const { isLost } = useStore(reachability);
  const isSaving = part !== null;
  if (isUnloaded)
    return <FailedState isOffline={isLost} text="The picture could not be loaded." onRetry={() => setUnloaded(false)} />;
  return (
    <div className="stack" aria-busy={picture === null}>
      <CropView
        src={pictureToCut(id, isPrivate)}
        cut={cut}
        picture={picture}
        onPicture={crop.show}
        onCut={crop.change}
        onFailed={() => setUnloaded(true)}
      />
      <CropTools cut={cut} picture={isSaving ? null : picture} onChange={crop.change} />
      <div aria-live="polite" className="stack live">
        {isSaving && <progress className="crop-progress" value={part} aria-label="Saving" />}
        {trouble !== null && (
          <Notice tone="warning" onDismiss={crop.dismiss}>
            Could not replace images... {trouble}
          </Notice>
        )}
      </div>
      <div className="crop-ends">
        <Button onClick={crop.cancel}>Cancel</Button>
        <Button look="main" onClick={() => void crop.save()} disabled={picture === null || isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </div>
  );
}
