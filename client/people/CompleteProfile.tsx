// The dialog that asks for name and birthdate before an action that requires them.
import { t } from '#client/device/texts.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { NameAndBirthdate } from './NameAndBirthdate.tsx';

interface CompleteProfileProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

export const CompleteProfile = ({ profile, onClose }: CompleteProfileProps) => (
  <Dialog isOpen onClose={onClose} title={t('Your name and birthdate')}>
    <NameAndBirthdate profile={profile} action={t('Save')} onSaved={onClose} />
  </Dialog>
);
