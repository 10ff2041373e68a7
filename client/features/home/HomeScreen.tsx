// The home screen (/): registration and login for visitors, cards for all screens for members.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { brand } from '#client/device/brand.ts';
import { withQueryClient } from '#client/net/QueryProvider.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { Motif } from '#client/ui/Motif.tsx';
import { PageSkeleton } from '#client/ui/Skeleton.tsx';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import './home.css';

const MemberHome = lazy(withQueryClient(() => import('./MemberHome.tsx').then(({ MemberHome }) => ({ default: MemberHome }))));

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
      <DevelopmentBanner />
      <section className="hero">
        <Motif />
        <h1>{brand.slogans[0]}</h1>
        <p>{brand.description}</p>
      </section>
      <div className="visitor-actions">
        <section className="card visitor-action">
          <h2>New here?</h2>
          <p className="soft">
            All you need is an email address. Membership is free, and you choose how precisely others see where you are.
          </p>
          <Link to="/register" className={buttonClass({ look: 'main', isWide: true })}>
            Register
          </Link>
        </section>
        <section className="card visitor-action">
          <h2>Welcome back</h2>
          <p className="soft">Log in with your password, or get a login link by email.</p>
          <Link to="/login" className={buttonClass({ isWide: true })}>
            Log in
          </Link>
        </section>
      </div>
      <p className="soft small home-footer">
        <Link to="/aboutus">About us</Link> · <Link to="/tos">Terms</Link> ·{' '}
        <Link to="/tos" hash="pp">
          Privacy
        </Link>{' '}
        · <Link to="/support">Support</Link> · <Link to="/contactus">Contact</Link>
      </p>
    </div>
  );
}
