// A floating message about the last action, with an Undo button.
import { t } from '#client/device/texts.ts';
import { Button } from './Button.tsx';
import './undo-bar.css';

/** `text` is null if there is nothing to undo. */
export function UndoBar({ text, onUndo }: { readonly text: string | null; readonly onUndo: () => void }) {
  return (
    <div className="undo-region" role="status">
      {text !== null && (
        <div className="undo-bar">
          <span>{text}</span>
          <Button look="quiet" onClick={onUndo}>
            {t('Undo')}
          </Button>
        </div>
      )}
    </div>
  );
}
