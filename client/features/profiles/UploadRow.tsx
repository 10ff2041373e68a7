// One picture on its way up: what it shows, how far it is, and why it was not taken.
import { Button } from '#client/ui/Button.tsx';
import { CheckIcon, CloseIcon } from '#client/ui/icons.tsx';
import type { Uploading } from './use-uploads.ts';
import '#client/ui/picture.css';

export interface UploadRowProps {
  readonly upload: Uploading;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

const stateWords = { waiting: 'Waiting', sending: 'Uploading', done: 'Added to your profile', failed: '' } as const;

export function UploadRow({ upload: { file, preview, state, part, error, isWorthRetry }, onRetry, onRemove }: UploadRowProps) {
  return (
    <li className="upload">
      <span className="picture upload-preview">
        <img src={preview} alt="" />
      </span>
      <div className="grow stack upload-words">
        <span className="upload-name">{file.name}</span>
        {state === 'failed' ? (
          <span className="field-error" role="alert">
            {error}
          </span>
        ) : (
          <>
            <progress value={state === 'done' ? 1 : part} aria-label={`${file.name}: ${stateWords[state]}`} />
            <span className="soft small">{state === 'sending' && part === 1 ? 'Being prepared' : stateWords[state]}</span>
          </>
        )}
      </div>
      {state === 'failed' && isWorthRetry && <Button onClick={onRetry}>Try again</Button>}
      {state === 'failed' && (
        <Button look="round" onClick={onRemove} aria-label={`Take ${file.name} off the list`}>
          <CloseIcon />
        </Button>
      )}
      {state === 'done' && (
        <span className="upload-done">
          <CheckIcon />
        </span>
      )}
    </li>
  );
}
