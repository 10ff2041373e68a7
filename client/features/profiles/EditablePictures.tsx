// A grid of your pictures that can be reordered, the pictures that are still being uploaded, and empty places up to a whole row.
// The first public picture is large.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { reachability } from '#client/net/reachability.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { useSentPart } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useStore } from '#client/device/store.ts';
import { PlusIcon } from '#client/ui/icons.tsx';
import { pictureNumber } from './picture-number.ts';
import { rejectionText, shortStateText, uploadStateText } from './picture-upload.ts';
import './picture-grid.css';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { usePictureDrag } from './use-picture-drag.ts';
import { UploadPreview } from './UploadPreview.tsx';

export interface EditablePicturesProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly isPrivate: boolean;
  /** New pictures and replacements that are being uploaded. */
  readonly waiting: readonly UploadEntry[];
  readonly profile: Profile;
  readonly onOpen: (id: string) => void;
  readonly onMove: (id: string, index: number) => unknown;
}

/** Which list new pictures are for. */
interface UploadSearch {
  readonly private?: '1';
}

const picturesInRow = 3;

export function EditablePictures({ label, ids, isPrivate, waiting, profile, onOpen, onMove }: EditablePicturesProps) {
  const { order, draggedId, handlers, unlessDragged } = usePictureDrag(ids, onMove);
  const newUploads = waiting.filter(({ replaces }) => replaces === null);
  const count = ids.length + newUploads.length;
  const search: UploadSearch = isPrivate ? { private: '1' } : {};
  const emptyPlaces = Math.ceil((count || 1) / picturesInRow) * picturesInRow - count;
  return (
    <ul className={`picture-grid edited-pictures${isPrivate ? '' : ' led-pictures'}`} aria-label={label}>
      {order.map((id, index) => {
        const isMain = !isPrivate && index === 0;
        const replacement = waiting.find(({ replaces, state }) => replaces === id && state !== 'failed');
        return (
          <li key={id} data-picture className={id === draggedId ? 'dragged' : undefined}>
            <button
              type="button"
              className="picture-button"
              {...handlers(id)}
              onClick={unlessDragged(() => onOpen(id))}
              aria-label={t('Picture {number} of {count}: change', pictureNumber(index, ids.length))}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
            >
              <ProfilePicture
                id={id}
                name=""
                sizes={isMain ? 'min(330px, 60vw)' : '160px'}
                of={profile}
                isPrivate={isPrivate}
                isFirst={index < 4}
              />
              {replacement !== undefined && <Replacement entry={replacement} />}
            </button>
            {isMain && (
              <span className="picture-main" aria-hidden="true">
                {t('Main picture')}
              </span>
            )}
          </li>
        );
      })}
      {newUploads.map((entry) => (
        <li key={entry.id}>
          <WaitingPicture entry={entry} search={search} />
        </li>
      ))}
      {/* For a tap or click. Keyboards and screen readers have the button above. */}
      {Array.from({ length: emptyPlaces }, (_, place) => (
        <li key={place} aria-hidden="true">
          <Link to="/profilePicUpload" search={search} className="picture-button picture-place" tabIndex={-1}>
            <PlusIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to the upload screen, where the member can cancel or retry the upload. */
function WaitingPicture({ entry, search }: { readonly entry: UploadEntry; readonly search: UploadSearch }) {
  const { text, shortText, part } = useUploadState(entry);
  return (
    <Link
      to="/profilePicUpload"
      search={search}
      className="picture-button picture-waiting"
      aria-label={t('Waiting picture {file}: {state}', { file: entry.fileName, state: text })}
    >
      <span className="picture">
        <UploadPreview entry={entry} />
      </span>
      <span className="upload-state">
        {shortText}
        {entry.state !== 'failed' && <progress value={part} aria-hidden="true" />}
      </span>
    </Link>
  );
}

function Replacement({ entry }: { readonly entry: UploadEntry }) {
  const { text, shortText, part } = useUploadState(entry);
  return (
    <>
      <span className="picture picture-new">
        <UploadPreview entry={entry} />
      </span>
      <span className="upload-state">
        {shortText}
        <progress value={part} aria-label={t('Replacing: {state}', { state: text })} />
      </span>
    </>
  );
}

function useUploadState(entry: UploadEntry) {
  const part = useSentPart(entry);
  const { isLost } = useStore(reachability);
  const text = entry.state === 'failed' ? rejectionText(entry.reason) : uploadStateText(entry, part, isLost);
  return { text, shortText: shortStateText(entry, part, isLost), part };
}
