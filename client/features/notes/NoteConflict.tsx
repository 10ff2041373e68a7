// Shows both versions of a note that was changed on two devices, and lets the member choose.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TagList } from './TagList.tsx';
import { isEmpty, type NoteContent } from './note-content.ts';

export interface NoteConflictProps {
  readonly mine: NoteContent;
  readonly other: NoteContent;
  /** Both texts and all tags in one note. Null if that is too much for one. */
  readonly merged: NoteContent | null;
  /** Called with the content to store, or with null to keep the stored version. */
  readonly onResolve: (content: NoteContent | null) => Promise<void>;
}

export function NoteConflict({ mine, other, merged, onResolve }: NoteConflictProps) {
  return (
    <div className="stack">
      <Notice tone="warning">
        {t('This note was changed on another device too. Nothing is lost: choose which version to keep.')}
      </Notice>
      <Version title={t('From the other device')} content={other} />
      <Version title={t('From this device')} content={mine} />
      <div className="row">
        <Button look="main" onClick={() => void onResolve(merged)} disabled={merged === null}>
          {t('Keep both')}
        </Button>
        <Button onClick={() => void onResolve(mine)}>{t('Keep this device’s version')}</Button>
        <Button onClick={() => void onResolve(null)}>{t('Keep the other version')}</Button>
      </div>
      {merged === null && <p className="field-help">{t('Both together are too long for one note.')}</p>}
    </div>
  );
}

function Version({ title, content }: { readonly title: string; readonly content: NoteContent }) {
  return (
    <section className="note-version">
      <h3>{title}</h3>
      {isEmpty(content) ? (
        <p className="soft">{t('Empty')}</p>
      ) : (
        <p className="note-text" dir="auto">
          {content.bodyText}
        </p>
      )}
      <TagList tags={content.privateTags} />
    </section>
  );
}
