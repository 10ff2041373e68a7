// /settings: the account's settings in sections.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useStore } from '#client/device/store.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { reachability } from '#client/net/reachability.ts';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useTimed } from '#client/ui/use-timed.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Lock } from './Lock.tsx';
import { LogoutSection } from './LogoutSection.tsx';
import type { SectionProps } from './section-props.ts';
import { SaveError } from './SaveError.tsx';
import { SectionHead, SectionLinks, sections, useSection } from './Sections.tsx';
import { signInQuestion } from './sign-in-again.ts';
import { useSaveSettings, usePreferences, useSettingsWrites } from './settings.queries.ts';
import './settings.css';

const SignInAgain = lazyPart(() => import('./SignInAgain.tsx'), 'SignInAgain');

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const { alone } = useSection();
  const isFailed = data === undefined && error !== null;
  return (
    <Page title={t('Account Settings')} top={alone !== undefined && !isFailed ? <SectionHead {...alone} /> : undefined}>
      {data !== undefined ? (
        <Sections settings={data} />
      ) : (
        <>
          <QueryState error={error} refetch={refetch} skeleton={<SectionsSkeleton />} />
          {isFailed && <OwnSections />}
        </>
      )}
    </Page>
  );
}

/** The sections that need no server. */
const OwnSections = () => (
  <div className="settings-sections">
    <section id="lock" className="card" aria-labelledby="lock-title">
      <h2 id="lock-title">{t('App lock')}</h2>
      <Lock />
    </section>
    <section id="leaving" className="card" aria-labelledby="leaving-title">
      <h2 id="leaving-title">{t('Log out')}</h2>
      <LogoutSection />
    </section>
  </div>
);

function Sections({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  const { waiting, refusal, discardRefused } = useSettingsWrites();
  const { isLost } = useStore(reachability);
  const question = useStore(signInQuestion);
  const { hash, isPhone, alone } = useSection();
  const sectionLeft = useRef('');
  // Scrolls to the section, because the browser could not do so before it was rendered.
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    void document.getElementById(hash)?.scrollIntoView();
    const link = hash === '' && sectionLeft.current !== '' ? `[href$='#${sectionLeft.current}']` : null;
    sectionLeft.current = hash;
    const target = link === null ? document.getElementById(`${hash}-title`) : document.querySelector<HTMLElement>(link);
    target?.focus({ preventScroll: true });
  }, [hash]);
  const props: SectionProps = {
    settings,
    chosen: usePreferences(settings),
    isSaving: saving.isPending,
    onSave: saving.mutateAsync,
    onChoose: saving.mutate,
  };
  return (
    <div className="settings">
      <SectionLinks settings={props} />
      <div className="settings-sections">
        {sections.map(({ id, title, Content }) => {
          const isHidden = isPhone && id !== alone?.id;
          return (
            <section
              key={id}
              id={id}
              ref={isHidden ? hideUntilFound : undefined}
              className="card"
              hidden={isHidden}
              aria-labelledby={isHidden ? undefined : `${id}-title`}
            >
              {!isPhone && (
                <h2 id={`${id}-title`} tabIndex={-1}>
                  {t(title)}
                </h2>
              )}
              <Content {...props} />
            </section>
          );
        })}
        <LiveRegion className="settings-status">
          {isSaved && <Notice tone="success">{t('Saved')}</Notice>}
          {saving.isError && (
            <SaveError error={saving.error} isPassword={saving.variables?.password !== undefined} onDismiss={saving.reset} />
          )}
          {refusal !== null && <SaveError error={refusal} onDismiss={discardRefused} />}
          {isLost && waiting.length > 0 && (
            <Notice>{t('You are offline. This is safe on your device and will be saved when you are back online.')}</Notice>
          )}
        </LiveRegion>
        {question !== null && (
          <Suspense>
            <SignInAgain settings={settings} question={question} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** A hidden section keeps what was typed. In browsers that can do so, a search of the page finds its words and opens it. */
function hideUntilFound(section: HTMLElement | null): void {
  if (section === null || !('onbeforematch' in section)) return;
  section.setAttribute('hidden', 'until-found');
  section.onbeforematch = () => {
    location.hash = section.id;
  };
}

function SectionsSkeleton() {
  const { isPhone, alone } = useSection();
  return (
    <div className="settings" aria-busy="true">
      <SectionLinks settings={null} />
      <div className="settings-sections" hidden={isPhone && alone === undefined}>
        <div className="card" aria-hidden="true">
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index} className="stack">
              <Skeleton />
              <Skeleton shape="field" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
