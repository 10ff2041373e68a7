// The pictures being uploaded, each with its preview, progress or error.
import { t } from '#client/device/texts.ts';
import { reachability } from '#client/net/reachability.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { useSentPart } from '#client/offline/uploads/use-waiting-uploads.ts';
import { Button } from '#client/ui/Button.tsx';
import { CheckIcon, CloseIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { canRetry, rejectionText, uploadStateText } from './picture-upload.ts';
import { UploadPreview } from './UploadPreview.tsx';
import type { ChosenPicture, PreparingPicture, Rejected, Uploads } from './use-uploads.ts';

type UploadListProps = Omit<Uploads, 'add'>;

/** Renders nothing if there are no pictures. */
export const UploadList = ({ pictures, preparing, rejected, retry, cancel, dismiss }: UploadListProps) =>
  pictures.length + preparing.length + rejected.length > 0 && (
    <ul className="uploads" aria-label={t('Chosen pictures')}>
      {pictures.map((picture) => (
        <UploadRow key={picture.entry.id} {...picture} onRetry={retry} onCancel={cancel} />
      ))}
      {preparing.map(({ key, ...picture }) => (
        <PreparingRow key={key} {...picture} />
      ))}
      {rejected.map((file) => (
        <RejectedRow key={file.key} rejected={file} onDismiss={() => dismiss(file.key)} />
      ))}
    </ul>
  );

interface UploadRowProps extends ChosenPicture {
  readonly onRetry: (entry: UploadEntry) => void;
  readonly onCancel: (entry: UploadEntry) => void;
}

function UploadRow({ entry, change, isDone, onRetry, onCancel }: UploadRowProps) {
  const part = useSentPart(entry);
  const { isLost } = useStore(reachability);
  const { fileName, state, stage, reason } = entry;
  const isFailed = state === 'failed' && !isDone;
  const text = isDone ? t('Added to your profile') : uploadStateText(entry, part, isLost);
  return (
    <li className="upload">
      <span className="picture upload-preview">
        <UploadPreview entry={entry} />
      </span>
      <div className="grow stack upload-text">
        <span className="upload-name">{fileName}</span>
        {isFailed ? (
          <>
            <span className="field-error" role="alert">
              {rejectionText(reason)}
            </span>
            {canRetry(reason) && (
              <Button className="upload-retry" onClick={() => onRetry(entry)}>
                {t('Try again')}
              </Button>
            )}
          </>
        ) : (
          <>
            <progress value={isDone ? 1 : part} aria-label={t('{file}: {state}', { file: fileName, state: text })} />
            {/* Screen readers announce only that the picture was added. */}
            <span className="soft small" aria-live={isDone ? 'polite' : 'off'}>
              {change === null ? text : `${text} · ${change}`}
            </span>
          </>
        )}
      </div>
      {isDone ? (
        <span className="upload-done">
          <CheckIcon />
        </span>
      ) : (
        // In the last stage the upload can no longer be cancelled.
        stage !== 'naming' && (
          <Button look="round" onClick={() => onCancel(entry)} aria-label={t('Cancel {file}', { file: fileName })}>
            <CloseIcon />
          </Button>
        )
      )}
    </li>
  );
}

function PreparingRow({ fileName, part, onCancel }: Omit<PreparingPicture, 'key'>) {
  const text = part === null ? t('Waiting') : t('Making it smaller');
  return (
    <li className="upload">
      <span className="picture upload-preview" />
      <div className="grow stack upload-text">
        <span className="upload-name">{fileName}</span>
        <progress value={part ?? 0} aria-label={t('{file}: {state}', { file: fileName, state: text })} />
        <span className="soft small">{text}</span>
      </div>
      <Button look="round" onClick={onCancel} aria-label={t('Cancel {file}', { file: fileName })}>
        <CloseIcon />
      </Button>
    </li>
  );
}

interface RejectedRowProps {
  readonly rejected: Rejected;
  readonly onDismiss: () => void;
}

function RejectedRow({ rejected: { fileName, error }, onDismiss }: RejectedRowProps) {
  return (
    <li className="upload">
      <span className="picture upload-preview" />
      <div className="grow stack upload-text">
        <span className="upload-name">{fileName}</span>
        <span className="field-error" role="alert">
          {error}
        </span>
      </div>
      <Button look="round" onClick={onDismiss} aria-label={t('Remove {file} from the list', { file: fileName })}>
        <CloseIcon />
      </Button>
    </li>
  );
}
