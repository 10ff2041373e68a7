// The home screen (/): registration and login for visitors, their own Home for members.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { withQueryClient } from '#client/net/QueryProvider.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { Greeting } from '#client/ui/Greeting.tsx';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import './home.css';

const MemberHome = lazyPart(
  withQueryClient(() => import('./MemberHome.tsx')),
  'MemberHome',
);

export function HomeScreen() {
  return useSessionRecord() === null ? (
    <VisitorHome />
  ) : (
    <Suspense fallback={<PageSkeleton />}>
      <MemberHome />
    </Suspense>
  );
}

function VisitorHome() {
  return (
    <div className="page home home-visitor">
      <Greeting />
      <div className="visitor-actions">
        <section className="card visitor-register">
          <h2>{t('New here?')}</h2>
          <p className="soft">
            {t('All you need is an email address. Membership is free, and you choose how precisely others see where you are.')}
          </p>
          <Link to="/register" className={buttonClass({ look: 'main', isWide: true })}>
            {t('Register')}
          </Link>
        </section>
        <section className="card row row-apart">
          <h2>{t('Welcome back')}</h2>
          <Link to="/login" className={buttonClass()}>
            {t('Log in')}
          </Link>
        </section>
      </div>
      <DevelopmentBanner />
      <p className="soft small home-footer">
        <Link to="/aboutus">{t('About us')}</Link> · <Link to="/tos">{t('Terms')}</Link> ·{' '}
        <Link to="/tos" hash="pp">
          {t('Privacy')}
        </Link>{' '}
        · <Link to="/support">{t('Support')}</Link> · <Link to="/contactus">{t('Contact')}</Link>
      </p>
    </div>
  );
}
