// /support: frequently asked questions, and the version for problem reports.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#client/device/brand.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { Page } from '#client/ui/Page.tsx';
import { rich } from '#client/ui/rich.tsx';
import { VersionPanel } from './VersionPanel.tsx';
import './site.css';

/** The links in the answers. */
const links = {
  register: (text: string) => <Link to="/register">{text}</Link>,
  settings: (text: string) => <Link to="/settings">{text}</Link>,
  contact: (text: string) => <Link to="/contactus">{text}</Link>,
  place: (text: string) => (
    <Link to="/tos" hash="pp-place">
      {text}
    </Link>
  ),
  mail: (address: string) => <a href={`mailto:${address}`}>{address}</a>,
};

export function SupportScreen() {
  const isMember = useSessionRecord() !== null;
  return (
    <Page title={t('Support')}>
      <div className="document">
        <p className="lead">{brand.texts.support}</p>
        <aside className="contents">
          <p>{t('A person reads every message.')}</p>
          <Link to="/contactus" className={buttonClass({ look: 'main' })}>
            {t('Contact Us')}
          </Link>
        </aside>
        <div className="questions">
          <h2>{t('When something is wrong')}</h2>
          <Question title={t('Someone is bothering me.')}>
            {rich(
              t(
                'If you are in danger, call your local emergency number first. Block them on their profile: from then on they can’t see or reach you. If they break the rules, report it in the menu of the message, picture or profile. For anything else, write to us through <contact>Contact Us</contact>.',
              ),
              links,
            )}
          </Question>
          <Question title={t('What should a problem report say?')}>
            {rich(
              t(
                'What you did, what you expected, what happened instead, your device and browser, and the version shown below. Send it through <contact>Contact Us</contact> or by email to <mail>{address}</mail>.',
                { address: brand.supportAddress },
              ),
              links,
            )}
          </Question>

          <h2>{t('Getting in')}</h2>
          <Question title={t('My login link hasn’t arrived.')}>
            {rich(
              t(
                'Give it ten minutes and check your spam folder for an email from {brand} with the subject “Your sign-in link”. Check the address for typos, then request another link on <register>Register / Recover Login</register>. While a link still works, you only get another one if you request it in a browser where you have logged in before. A link works for 30 minutes, or for up to two hours if earlier ones were not used. Some email providers hold back unknown senders: add us to your address book.',
                { brand: brand.name },
              ),
              links,
            )}
          </Question>
          <Question title={t('I forgot my password. What now?')}>
            {rich(
              t(
                'Get a login link on <register>Register / Recover Login</register>. Within 15 minutes of using it you can set a new password in your settings.',
              ),
              links,
            )}
          </Question>
          <Question title={t('How do I install it?')}>
            {t(
              'You can install it from the browser, without an app store. iPhone and iPad: open this site in Safari, tap Share, then Add to Home Screen. Android: open the browser menu and choose Install app or Add to Home screen. Computer: use the small install icon at the end of the address bar. It then opens like any app, even offline.',
            )}
          </Question>
          <Question title={t('How do I get notifications?')}>
            {rich(
              t(
                'Switch push on in your <settings>settings</settings>, once on each device, and allow it when the device asks. On iPhone and iPad, install the app first. Notifications are neutral sentences; you can allow previews there, and set hours without notifications.',
              ),
              links,
            )}
          </Question>

          <h2>{t('Staying private')}</h2>
          <Question title={t('How exactly do others see where I am?')}>
            {rich(
              t(
                'As an area of about a kilometre, always the same one for the same place, unless you choose otherwise in your <settings>settings</settings>. You can widen it, place yourself by hand, or hide on the map altogether; after 26 hours without a report nothing is shown any more. The <place>privacy policy</place> has the details.',
              ),
              links,
            )}
          </Question>
          <Question title={t('Someone is next to me. How do I hide the screen?')}>
            {t('Press Escape twice, or hold the logo at the top left for a moment. Do the same to bring everything back.')}
          </Question>
          <Question title={t('Can I lock the app?')}>
            {rich(
              t(
                'Yes, in your <settings>settings</settings>: with a PIN, or with a passkey where the device has one. While it is locked nothing on the device can be read, and notifications stay neutral. A forgotten PIN can’t be recovered: log out and in again with a login link.',
              ),
              links,
            )}
          </Question>
          <Question title={t('How do I get my data, or leave?')}>
            {rich(
              t(
                'Both are at the end of your <settings>settings</settings>: the download of everything you wrote and uploaded, and the button to delete your account with all its data.',
              ),
              links,
            )}
          </Question>
          {(isMember || !brand.discreet) && (
            <Question title={t('What does the lambda symbol (λ) mean?')}>
              {t(
                'The Greek letter lambda has stood for our community since the early 1970s: activists in New York chose it as a sign of energy and of change that comes from acting together. Where you see λ here, it means us.',
              )}
            </Question>
          )}
        </div>
        <section className="card version-to-quote">
          <h2>{t('The version to quote')}</h2>
          <VersionPanel />
        </section>
      </div>
    </Page>
  );
}

function Question({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Disclosure look="question" line={title} name="questions">
      <p>{children}</p>
    </Disclosure>
  );
}
