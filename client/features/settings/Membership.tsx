// The member's volunteer credits.
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
