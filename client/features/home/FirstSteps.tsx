// The first steps of a new member on Home: name and birthdate, a picture, and a place.
import { t } from '#client/device/texts.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/letters.ts';
import { NameAndBirthdate } from '#client/people/NameAndBirthdate.tsx';
import { ageOn } from '#shared/rules/age.ts';
import { Person } from '#client/people/Person.tsx';
import { FirstPicture } from '#client/features/profiles/FirstPicture.tsx';
import { Greeting } from '#client/ui/Greeting.tsx';
import { FirstPlace } from './FirstPlace.tsx';
import { isFirstStep, progressText, type FirstStep } from './first-steps.ts';
import './first-steps.css';

export function FirstSteps({ profile }: { readonly profile: Profile }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  // Without a name, the member starts with the first step.
  const step: FirstStep = profile.profilename !== '' && isFirstStep(hash) ? hash : 'name';
  const name = shownName(profile.profilename);
  const goTo = (next: FirstStep): void => void navigate({ to: '/', hash: next });
  useEffect(() => {
    // The address contains the step, so that going back leads to it even after the profile has a name.
    // While another screen loads, the address is already that of the other screen.
    if (pathname === '/' && hash !== step) void navigate({ to: '/', hash: step, replace: true, viewTransition: false });
  }, [hash, pathname, step, navigate]);
  const heading = useHeadingFocus(step);
  return (
    <div className="page page-narrow first-steps">
      <Greeting isBesideForm />
      <div className="first-steps-head" data-step={step}>
        <p className="soft small">{progressText(step)}</p>
        <h1 ref={heading} tabIndex={-1}>
          {
            {
              name: t('Hello. What’s your name?'),
              picture: t('Nice to meet you, {name}', { name }),
              place: t('Where are you?'),
            }[step]
          }
        </h1>
      </div>
      {step === 'name' && (
        <>
          <p className="soft">
            {profile.profilename === '' && `${t('Your profile has no name yet, so nobody can find you.')} `}
            {t('You can change all of this later.')}
          </p>
          <NameAndBirthdate
            profile={profile}
            action={t('Next')}
            onSaved={() => goTo('picture')}
            // Hidden from screen readers, which have just read what was typed.
            preview={(typed, birthdate) => (
              <div className="card own-preview" aria-hidden="true">
                <Person
                  profileId={profile.id}
                  name={typed}
                  of={profile}
                  age={ageNow(birthdate)}
                  line={t('This is how others see you.')}
                />
              </div>
            )}
          />
        </>
      )}
      {step === 'picture' && <FirstPicture onDone={() => goTo('place')} />}
      {step === 'place' && <FirstPlace />}
    </div>
  );
}

const ageNow = (birthdate: string): number | undefined => ageOn(birthdate, Date.now()) ?? undefined;

/** Moves the focus to the heading of each later step, as on each new screen. */
function useHeadingFocus(step: FirstStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(step);
  useEffect(() => {
    if (first.current !== step) heading.current?.focus();
    first.current = step;
  }, [step]);
  return heading;
}
