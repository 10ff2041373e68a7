// A floating message about the last action, with an Undo button.
import { t } from '#client/device/texts.ts';
import { Button, type ButtonLook } from './Button.tsx';
import { undoWithFocus } from './undo-with-focus.ts';
import './undo-bar.css';

/** `text` is null if there is nothing to undo. */
export function UndoBar({ text, onUndo }: { readonly text: string | null; readonly onUndo: () => void }) {
  return (
    <div className="undo-region" role="status">
      {text !== null && (
        <div className="undo-bar">
          <span>{text}</span>
          <UndoButton onUndo={onUndo} />
        </div>
      )}
    </div>
  );
}

/** For an action that can be undone as long as the button is shown. */
export const UndoButton = ({ onUndo, look = 'quiet' }: Pick<ButtonLook, 'look'> & { readonly onUndo: () => void }) => (
  <Button look={look} onClick={() => void undoWithFocus(onUndo)}>
    {t('Undo')}
  </Button>
);
