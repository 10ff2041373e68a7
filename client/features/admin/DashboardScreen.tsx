// /dashboard: a page for administrators, made of sections that each have their own file.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Page } from '#client/ui/Page.tsx';
import { CasesSection } from './CasesSection.tsx';
import { ContactMessages } from './ContactMessages.tsx';
import { ServerHealth } from './ServerHealth.tsx';
import { MemberCounts } from './MemberCounts.tsx';
import { TestUsers } from './TestUsers.tsx';
import './dashboard.css';

interface Section {
  /** Used as the URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

/** What waits for an administrator comes first. The titles are in English, and translated when they are shown. */
const sections = [
  { id: 'cases', title: 'Reports and cases', Content: CasesSection },
  { id: 'contact', title: 'Contact messages', Content: ContactMessages },
  { id: 'members', title: 'Members', Content: MemberCounts },
  { id: 'test-users', title: 'Test users', Content: TestUsers },
  { id: 'health', title: 'server|Health', Content: ServerHealth },
] as const satisfies readonly Section[];

export function DashboardScreen() {
  return (
    <Page title={t('Dashboard')}>
      <nav className="dash-nav" aria-label={t('Sections')}>
        {sections.map(({ id, title }) => (
          <Link key={id} to="/dashboard" hash={id} replace className="dash-jump">
            {t(title)}
          </Link>
        ))}
      </nav>
      <div className="dash">
        {sections.map(({ id, title, Content }) => (
          <section key={id} id={id} className="card dash-section" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{t(title)}</h2>
            <Content />
          </section>
        ))}
      </div>
    </Page>
  );
}
