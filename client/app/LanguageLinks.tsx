// The languages in the header of visitors, each by its own name. Without scripts they are links to this page in that language.
import type { MouseEvent } from 'react';
import { language } from '#client/device/language.ts';
import { t } from '#client/device/texts.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { GlobeIcon } from '#client/ui/frame-icons.tsx';
import { ownLanguageName } from '#shared/formats/words.ts';
import { languageOf, languageParameter, languages, type Language } from '#shared/rules/languages.ts';
import './language-links.css';

export function LanguageLinks() {
  const current = languageOf(language()) ?? 'en';
  return (
    <>
      <button
        type="button"
        className={`${buttonClass({ look: 'quiet' })} language-button`}
        popoverTarget="languages"
        title={t('Language')}
      >
        <GlobeIcon />
        <OwnName tag={current} isShort />
      </button>
      <nav id="languages" popover="auto" className="languages" aria-label={t('Language')}>
        {languages.map((tag) => (
          <a
            key={tag}
            href={`?${languageParameter}=${tag}`}
            hrefLang={tag}
            aria-current={tag === current ? 'true' : undefined}
            onClick={(event) => choose(event, tag)}
          >
            <OwnName tag={tag} />
          </a>
        ))}
      </nav>
    </>
  );
}

/** A language's own name, which browsers and the build may write differently. The short form has no region. */
const OwnName = ({ tag, isShort = false }: { readonly tag: Language; readonly isShort?: boolean }) => (
  <span lang={tag} suppressHydrationWarning>
    {isShort ? ownLanguageName(tag).split(' (')[0] : ownLanguageName(tag)}
  </span>
);

/** Keeps the choice for all pages. If the language cannot be loaded, the link is followed instead. */
function choose(event: MouseEvent<HTMLAnchorElement>, tag: Language): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  void import('./choose-language.ts')
    .then((file) => file.chooseLanguage(tag))
    .catch(() => false)
    .then((isThere) => isThere || location.assign(href));
}
