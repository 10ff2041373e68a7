// Choices about read receipts, typing, visits, previews and private pictures.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Switch } from '#client/ui/Switch.tsx';
import type { SectionProps } from './section-props.ts';

export function PrivacyChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="choices">
      <Switch
        label={t('Show when I have seen a message')}
        help={t('If this is off, nobody can see whether you have read their messages, except for photos to view once.')}
        isOn={chosen.sendSeen}
        onChange={(sendSeen) => onChoose({ sendSeen })}
      />
      <Switch
        label={t('Show when I am typing')}
        help={t('Only members you have exchanged messages with can see it.')}
        isOn={chosen.sendTyping}
        onChange={(sendTyping) => onChoose({ sendTyping })}
      />
      <Switch
        label={t('Show when I am online')}
        help={t(
          'Others see it in steps of ten minutes, up to half an hour later. If this is off, nobody sees whether you are or were online, and you don’t see it for others.',
        )}
        isOn={chosen.showOnline}
        onChange={(showOnline) => onChoose({ showOnline })}
      />
      <Switch
        label={t('Previews in notifications')}
        help={t(
          'Shows the name and the first words on your lock screen. If this is off, a notification only says that there is something new.',
        )}
        isOn={chosen.previews}
        onChange={(previews) => onChoose({ previews })}
      />
      <p>
        <Link to="/profileEdit" hash="private-access" className="way">
          {t('Who sees my private pictures')}
        </Link>
      </p>
    </div>
  );
}
