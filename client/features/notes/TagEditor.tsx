// An editor for private tags, with suggestions from other notes.
import { t, tCount } from '#client/device/texts.ts';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { Button } from '#client/ui/Button.tsx';
import { isComposing } from '#client/ui/is-composing.ts';
import { CloseIcon } from '#client/ui/icons.tsx';
import { withinLimit } from '#client/ui/within-limit.ts';

export interface TagEditorProps {
  readonly tags: readonly string[];
  readonly suggestions: readonly string[];
  readonly onTags: (tags: readonly string[]) => void;
}

export function TagEditor({ tags, suggestions, onTags }: TagEditorProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const isFull = tags.length >= limits.maxTags;

  const add = (): void => {
    const tag = cleanLine(text);
    setText('');
    if (tag !== '' && !tags.includes(tag) && !isFull) onTags([...tags, tag]);
    input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    add();
  };
  const remove = (tag: string): void => {
    onTags(tags.filter((other) => other !== tag));
    input.current?.focus();
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('Private tags')}</label>
      {tags.length > 0 && (
        <ul className="note-tags" aria-label={t('Private tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <button type="button" className="note-tag" onClick={() => remove(tag)} aria-label={t('Remove tag {tag}', { tag })}>
                {tag}
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="note-tag-row">
        <input
          ref={input}
          id={id}
          className="input"
          list={`${id}-suggestions`}
          value={text}
          onChange={({ target }) => setText(withinLimit(text, target.value, limits.maxTagLength))}
          onKeyDown={addOnEnter}
          disabled={isFull}
          autoComplete="off"
          enterKeyHint="done"
        />
        <datalist id={`${id}-suggestions`}>
          {suggestions
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <Button onClick={add} disabled={isFull}>
          {t('verb|Tag')}
        </Button>
      </div>
      {isFull && (
        <p className="field-help">
          {tCount(limits.maxTags, {
            one: 'You can have up to # tag. Remove one to add another.',
            other: 'You can have up to # tags. Remove one to add another.',
          })}
        </p>
      )}
    </div>
  );
}
