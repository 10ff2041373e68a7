// /support: frequent questions, and the version to quote in a problem report.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#client/app/brand.ts';
import { Page } from '#client/ui/Page.tsx';
import { VersionPanel } from './VersionPanel.tsx';
import './site.css';

export function SupportScreen() {
  return (
    <Page title="Support" width="reading">
      <p>{brand.texts.support}</p>
      <div>
        <Question asked="What does the lambda symbol (λ) mean?">
          The Greek letter lambda has stood for our community since the early 1970s: activists in New York chose it as a sign of
          energy and of change that comes from acting together. Where you see λ here, it means us.
        </Question>
        <Question asked="How exactly do others see where I am?">
          As an area of about a kilometre, always the same one for the same place, unless you choose otherwise in your{' '}
          <Link to="/settings">settings</Link>. You can widen it, place yourself by hand, or hide on the map altogether.
        </Question>
        <Question asked="I forgot my password. What now?">
          Have a login link sent to you on <Link to="/register">Register / Recover Login</Link>. Within 15 minutes of using it you
          can set a new password in your settings.
        </Question>
        <Question asked="How do I put this on my home screen?">
          Your browser offers it in its menu, as Install or Add to Home Screen. It then opens like any app, also without a
          connection.
        </Question>
        <Question asked="Somebody is next to me. How do I hide the screen?">
          Press Escape twice, or hold the mark at the top left for a moment. The same brings everything back.
        </Question>
        <Question asked="Somebody bothers me.">
          Block him on his profile: from then on he neither sees nor reaches you. Report him as well if he breaks the guidelines,
          and a person will look at it.
        </Question>
        <Question asked="What should a problem report say?">
          What you did, what you expected, what happened instead, and the version below. Send it with{' '}
          <Link to="/contactus">Contact Us</Link> or by mail to{' '}
          <a href={`mailto:${brand.supportAddress}`}>{brand.supportAddress}</a>.
        </Question>
      </div>
      <h2>Version</h2>
      <VersionPanel />
    </Page>
  );
}

function Question({ asked, children }: { readonly asked: string; readonly children: ReactNode }) {
  return (
    <details className="question" name="questions">
      <summary>{asked}</summary>
      <p>{children}</p>
    </details>
  );
}
