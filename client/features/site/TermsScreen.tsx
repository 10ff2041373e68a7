// /tos: a table of contents, the terms of service in numbered sections, and the privacy policy at #pp.
import { t } from '#client/device/texts.ts';
import { acknowledgementTextVersion } from '#shared/contract/session.ts';
import { brand } from '#client/device/brand.ts';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { Page } from '#client/ui/Page.tsx';
import { privacySections } from './privacy-text.tsx';
import { termsSections, type TextSection } from './terms-text.tsx';
import './site.css';

export function TermsScreen() {
  return (
    <Page title={t('Terms of Service')}>
      <div className="document">
        <div className="prose">
          <p className="lead">
            {brand.texts.tosExtra}{' '}
            {t(
              'These terms are the agreement between you and that society. By registering, or by using the service, you accept them.',
            )}
          </p>
          <p className="soft small">{t('Version {version}', { version: acknowledgementTextVersion })}</p>
        </div>
        <nav className="contents" aria-labelledby="contents">
          <Disclosure line={<h2 id="contents">{t('Contents')}</h2>} ref={openOnWide}>
            <ol>
              {termsSections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{t(title)}</a>
                </li>
              ))}
            </ol>
            <a href="#pp">{t('Privacy policy')}</a>
          </Disclosure>
        </nav>
        <div className="prose">
          {termsSections.map((section, i) => (
            <Section key={section.id} {...section} title={`${i + 1}. ${t(section.title)}`} />
          ))}
          <section className="stack">
            <h2 id="pp" className="part">
              {t('Privacy policy')}
            </h2>
            {privacySections.map(({ id, title, text }) => (
              <section key={id} className="stack">
                <h3 id={id}>{t(title)}</h3>
                {text()}
              </section>
            ))}
          </section>
        </div>
      </div>
    </Page>
  );
}

/** Opens the contents only on wide screens. The page is rendered before its screen is known. On phones the terms come first. */
function openOnWide(contents: HTMLDetailsElement | null): void {
  if (contents !== null) contents.open = matchMedia('(min-width: 1000px)').matches;
}

function Section({ id, title, text }: TextSection) {
  return (
    <section className="stack">
      <h2 id={id}>{title}</h2>
      {text()}
    </section>
  );
}
