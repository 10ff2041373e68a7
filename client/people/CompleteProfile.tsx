// The dialog that asks for name and birthdate before an action that requires them.
import type { Profile } from '#shared/contract/profiles.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { NameAndBirthdate } from './NameAndBirthdate.tsx';

interface CompleteProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

export const CompleteProfile = ({ profile, onClose }: CompleteProfileProps) => (
  <Dialog isOpen onClose={onClose} title="Your name and birthdate">
    <NameAndBirthdate profile={profile} action="Save" onSaved={onClose} />
  </Dialog>
);
