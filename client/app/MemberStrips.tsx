// Location reports, badge counts and the notice of a changed account, on every screen of a member.
import { useQuery } from '@tanstack/react-query';
import { reportingPaused, resumeReporting } from '#client/device/reporting-pause.ts';
import { useLocationReporting } from '#client/features/positions/use-location-reporting.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useStore } from '#client/device/store.ts';
import { useMemberBadges } from './use-member-badges.ts';

export function MemberStrips() {
  useLocationReporting();
  useMemberBadges();
  const isPaused = useStore(reportingPaused);
  const { data } = useQuery({ ...settingsQuery, enabled: isPaused });
  if (!isPaused) return null;
  return (
    <div className="member-strips">
      <Notice tone="warning" isStatic>
        <div className="row row-apart">
          <span>
            You are now signed in{data ? ` as ${data.name || data.email}` : ''}. Your location is not shared until you say so.
          </span>
          <Button onClick={resumeReporting}>Share my location</Button>
        </div>
      </Notice>
    </div>
  );
}
