// The pictures of one list in a grid, to open and reorder, followed by those still uploading.
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { reachability } from '#client/net/reachability.ts';
import type { UploadEntry } from '#client/offline/uploads/uploads.ts';
import { useSentPart } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useStore } from '#client/device/store.ts';
import { reasonWords, shortWords, uploadWords } from './picture-upload.ts';
import { PictureGrid, pictureSizes } from './PictureGrid.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { usePictureDrag } from './use-picture-drag.ts';
import { UploadPreview } from './UploadPreview.tsx';

export interface EditedPicturesProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly isPrivate: boolean;
  /** New ones and replacements of this list. */
  readonly waiting: readonly UploadEntry[];
  readonly profile: Profile;
  readonly onOpen: (id: string) => void;
  readonly onMove: (id: string, index: number) => unknown;
}

export function EditedPictures({ label, ids, isPrivate, waiting, profile, onOpen, onMove }: EditedPicturesProps) {
  const { order, heldId, handlers, unlessDragged } = usePictureDrag(ids, onMove);
  const fresh = waiting.filter(({ replaces }) => replaces === null);
  const count = ids.length + fresh.length;
  return (
    <PictureGrid label={label} count={count}>
      {order.map((id, index) => {
        const replacement = waiting.find(({ replaces, state }) => replaces === id && state !== 'failed');
        return (
          <li key={id} data-picture className={id === heldId ? 'dragged' : undefined}>
            <button
              type="button"
              className="picture-button"
              {...handlers(id)}
              onClick={unlessDragged(() => onOpen(id))}
              aria-label={`Picture ${index + 1} of ${ids.length}: change`}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
            >
              <ProfilePicture
                id={id}
                name=""
                sizes={pictureSizes(count)}
                of={profile}
                isPrivate={isPrivate}
                isFirst={index < 4}
              />
              {replacement !== undefined && <Replacement entry={replacement} />}
            </button>
          </li>
        );
      })}
      {fresh.map((entry) => (
        <li key={entry.id}>
          <WaitingPicture entry={entry} isPrivate={isPrivate} />
        </li>
      ))}
    </PictureGrid>
  );
}

/** A link to the upload screen, where it can be cancelled or retried. */
function WaitingPicture({ entry, isPrivate }: { readonly entry: UploadEntry; readonly isPrivate: boolean }) {
  const { words, word, part } = useUploadState(entry);
  return (
    <Link
      to="/profilePicUpload"
      search={isPrivate ? { private: '1' } : {}}
      className="picture-button picture-waiting"
      title={words}
      aria-label={`Waiting picture ${entry.fileName}: ${words}`}
    >
      <span className="picture">
        <UploadPreview entry={entry} />
      </span>
      <span className="picture-way">
        {word}
        {entry.state !== 'failed' && <progress value={part} aria-hidden="true" />}
      </span>
    </Link>
  );
}

function Replacement({ entry }: { readonly entry: UploadEntry }) {
  const { words, word, part } = useUploadState(entry);
  return (
    <>
      <span className="picture picture-new">
        <UploadPreview entry={entry} />
      </span>
      <span className="picture-way">
        {word}
        <progress value={part} aria-label={`Replacing: ${words}`} />
      </span>
    </>
  );
}

function useUploadState(entry: UploadEntry) {
  const part = useSentPart(entry);
  const { isLost } = useStore(reachability);
  const words = entry.state === 'failed' ? reasonWords(entry.reason) : uploadWords(entry, part, isLost);
  return { words, word: shortWords(entry, part, isLost), part };
}
