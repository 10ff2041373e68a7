// What the member has given to the community so far, as credits.
import type { SectionProps } from './sections.ts';

export function Membership({ settings }: SectionProps) {
  return (
    <>
      <p>
        Volunteer credits: <strong>{settings.volunteerCredits}</strong>
      </p>
      <p className="soft">Community membership is free. Paid contributing members fund it.</p>
    </>
  );
}
