// The sections of the settings, and the way to each: links to all of them, and on a phone the heading of the one that is open.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { GameConsents } from '#client/features/games/GameConsents.tsx';
import { OwnPerson } from '#client/people/OwnPerson.tsx';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon } from '#client/ui/frame-icons.tsx';
import {
  BellIcon,
  BellOffIcon,
  BlockIcon,
  DeviceIcon,
  EyeIcon,
  GamesIcon,
  HeartIcon,
  icon,
  LoginIcon,
  LogoutIcon,
  MapIcon,
  PagesIcon,
  PersonIcon,
  SettingsIcon,
  TrashIcon,
  type IconComponent,
} from '#client/ui/icons.tsx';
import { mediaHook } from '#client/ui/media-hook.ts';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { AccountForm } from './AccountForm.tsx';
import { BlockedMembers } from './BlockedMembers.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { DisplayChoices } from './DisplayChoices.tsx';
import { Lock } from './Lock.tsx';
import { LogoutSection } from './LogoutSection.tsx';
import { Membership } from './Membership.tsx';
import { NotificationChoices } from './NotificationChoices.tsx';
import { OwnData } from './OwnData.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PlaceChoices } from './PlaceChoices.tsx';
import { PrivacyChoices } from './PrivacyChoices.tsx';
import { QuietHoursEditor } from './QuietHoursEditor.tsx';
import { SessionsList } from './SessionsList.tsx';
import type { SectionProps } from './section-props.ts';
import { sectionValues } from './SectionValues.tsx';

const LockIcon = icon('M5.5 10.5h13v10h-13ZM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14.5v2');
const KeyIcon = icon('M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12.5 12h8M17 12v3.5M20 12v2.5');

interface Section {
  /** The URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly Icon: IconComponent;
  readonly Content: ComponentType<SectionProps>;
}

/** What others see of you, notifications, this device, the membership, leaving. The titles are in English. */
const groups = [
  [
    { id: 'account', title: 'Account', Icon: PersonIcon, Content: AccountForm },
    { id: 'place', title: 'Where others see you', Icon: MapIcon, Content: PlaceChoices },
    { id: 'privacy', title: 'Privacy', Icon: EyeIcon, Content: PrivacyChoices },
    { id: 'games', title: 'What games may show about you', Icon: GamesIcon, Content: GameConsents },
  ],
  [
    { id: 'devices', title: 'Devices with notifications', Icon: DeviceIcon, Content: Devices },
    { id: 'kinds', title: 'What you are notified about', Icon: BellIcon, Content: NotificationChoices },
    { id: 'quiet', title: 'Quiet hours', Icon: BellOffIcon, Content: QuietHoursEditor },
    { id: 'display', title: 'noun|Display', Icon: SettingsIcon, Content: DisplayChoices },
  ],
  [
    { id: 'lock', title: 'App lock', Icon: LockIcon, Content: Lock },
    { id: 'blocked', title: 'Blocked members', Icon: BlockIcon, Content: BlockedMembers },
    { id: 'passkeys', title: 'Passkeys', Icon: KeyIcon, Content: Passkeys },
    { id: 'sessions', title: 'Where you are logged in', Icon: LoginIcon, Content: SessionsList },
  ],
  [
    { id: 'membership', title: 'Membership', Icon: HeartIcon, Content: Membership },
    { id: 'data', title: 'Your data', Icon: PagesIcon, Content: OwnData },
  ],
  [
    { id: 'leaving', title: 'Log out', Icon: LogoutIcon, Content: LogoutSection },
    { id: 'delete', title: 'Delete account', Icon: TrashIcon, Content: DeleteAccount },
  ],
] as const satisfies readonly (readonly Section[])[];

export const sections = groups.flat();

/** The width is the same as in settings.css. */
const useIsPhone = mediaHook('(max-width: 559px)');

/** A phone shows either the list of the sections or the one that the address names. Wide windows show all at once. */
export function useSection() {
  const hash = useLocation({ select: (location) => location.hash });
  const isPhone = useIsPhone();
  return { hash, isPhone, alone: isPhone ? sections.find(({ id }) => id === hash) : undefined };
}

/** Replaces the heading of the screen while a section is shown alone. */
export function SectionHead({ id, title }: (typeof sections)[number]) {
  const goBack = useGoBack({ to: '/settings' });
  return (
    <>
      <Button look="round" className="settings-back" onClick={goBack} aria-label={t('Back')}>
        <BackIcon />
      </Button>
      <h2 id={`${id}-title`} className="settings-title" tabIndex={-1}>
        {t(title)}
      </h2>
    </>
  );
}

/** `settings` are null while they load. */
export function SectionLinks({ settings }: { readonly settings: SectionProps | null }) {
  const { isPhone, alone } = useSection();
  return (
    <nav className="settings-nav" aria-label={t('Sections')} hidden={alone !== undefined}>
      {isPhone && <OwnPerson />}
      {groups.map((group, index) => (
        <div key={index} className="settings-group">
          {group.map(({ id, title, Icon }) => (
            <Link
              key={id}
              to="/settings"
              hash={id}
              replace={!isPhone}
              className="settings-jump"
              activeOptions={{ includeHash: true }}
            >
              <Icon />
              {t(title)}
              {isPhone && settings !== null && <SectionValue id={id} settings={settings} />}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

function SectionValue({ id, settings }: { readonly id: string; readonly settings: SectionProps }) {
  const Value = sectionValues[id];
  return (
    Value !== undefined && (
      <span className="settings-value">
        <Value {...settings} />
      </span>
    )
  );
}
