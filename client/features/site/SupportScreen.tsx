// /support: frequently asked questions, and the version for problem reports.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#client/device/brand.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { Page } from '#client/ui/Page.tsx';
import { VersionPanel } from './VersionPanel.tsx';
import './site.css';

export function SupportScreen() {
  const isMember = useSessionRecord() !== null;
  return (
    <Page title="Support" width="reading">
      <p className="lead">{brand.texts.support}</p>
      <div className="questions">
        <h2>Getting in</h2>
        <Question title="My login link hasn’t arrived.">
          Give it ten minutes and check your spam folder for an email from {brand.name} with the subject “Your sign-in link”.
          Check the address for typos, then request another link on <Link to="/register">Register / Recover Login</Link>. While a
          link still works, you only get another one if you request it in a browser where you have logged in before. A link works
          for 30 minutes, or for up to two hours if earlier ones were not used. Some email providers hold back unknown senders:
          add us to your address book.
        </Question>
        <Question title="I forgot my password. What now?">
          Get a login link on <Link to="/register">Register / Recover Login</Link>. Within 15 minutes of using it you can set a
          new password in your settings.
        </Question>
        <Question title="How do I install it?">
          You can install it from the browser, without an app store. iPhone and iPad: open this site in Safari, tap Share, then
          Add to Home Screen. Android: open the browser menu and choose Install app or Add to Home screen. Computer: use the small
          install icon at the end of the address bar. It then opens like any app, even offline.
        </Question>
        <Question title="How do I get notifications?">
          Switch push on in your <Link to="/settings">settings</Link>, once on each device, and allow it when the device asks. On
          iPhone and iPad, install the app first. Notifications are neutral sentences; you can allow previews there, and set hours
          without notifications.
        </Question>

        <h2>Staying private</h2>
        <Question title="How exactly do others see where I am?">
          As an area of about a kilometre, always the same one for the same place, unless you choose otherwise in your{' '}
          <Link to="/settings">settings</Link>. You can widen it, place yourself by hand, or hide on the map altogether; after 26
          hours without a report nothing is shown any more. The{' '}
          <Link to="/tos" hash="pp-place">
            privacy policy
          </Link>{' '}
          has the details.
        </Question>
        <Question title="Someone is next to me. How do I hide the screen?">
          Press Escape twice, or hold the logo at the top left for a moment. Do the same to bring everything back.
        </Question>
        <Question title="Can I lock the app?">
          Yes, in your <Link to="/settings">settings</Link>: with a PIN, or with a passkey where the device has one. While it is
          locked nothing on the device can be read, and notifications stay neutral. A forgotten PIN can&apos;t be recovered: log
          out and in again with a login link.
        </Question>
        <Question title="How do I get my data, or leave?">
          Both are at the end of your <Link to="/settings">settings</Link>: the download of everything you wrote and uploaded, and
          the button to delete your account with all its data.
        </Question>

        <h2>When something is wrong</h2>
        <Question title="Someone is bothering me.">
          Block them on their profile: from then on they can&apos;t see or reach you. If they break the rules, write to us through{' '}
          <Link to="/contactus">Contact Us</Link> as well, with their name and what happened, and a person will look at it. If you
          are in danger, call your local emergency number first.
        </Question>
        <Question title="What should a problem report say?">
          What you did, what you expected, what happened instead, your device and browser, and the version shown below. Send it
          through <Link to="/contactus">Contact Us</Link> or by email to{' '}
          <a href={`mailto:${brand.supportAddress}`}>{brand.supportAddress}</a>.
        </Question>
        {(isMember || !brand.discreet) && (
          <Question title="What does the lambda symbol (λ) mean?">
            The Greek letter lambda has stood for our community since the early 1970s: activists in New York chose it as a sign of
            energy and of change that comes from acting together. Where you see λ here, it means us.
          </Question>
        )}
      </div>
      <section className="stack">
        <h2>The version to quote</h2>
        <VersionPanel />
      </section>
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
