// /dashboard: the sections for administrators, each in its own file.
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
  /** The anchor of the section in addresses. */
  readonly id: string;
  readonly title: string;
  readonly Part: ComponentType;
}

const sections: readonly Section[] = [
  { id: 'members', title: 'Members', Part: MemberCounts },
  { id: 'cases', title: 'Reports and cases', Part: CasesSection },
  { id: 'contact', title: 'Contact messages', Part: ContactMessages },
  { id: 'health', title: 'Health', Part: ServerHealth },
  { id: 'test-users', title: 'Test users', Part: TestUsers },
];

export function DashboardScreen() {
  return (
    <Page title="Dashboard">
      <nav className="dash-nav" aria-label="Sections">
        {sections.map(({ id, title }) => (
          <Link key={id} to="/dashboard" hash={id} replace className="dash-jump">
            {title}
          </Link>
        ))}
      </nav>
      {sections.map(({ id, title, Part }) => (
        <section key={id} id={id} className="card dash-section" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <Part />
        </section>
      ))}
    </Page>
  );
}
