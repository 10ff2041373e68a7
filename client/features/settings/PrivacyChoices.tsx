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
        help={t(
          'If this is off, nobody can see whether you have read their messages. That you opened a photo to view once is always shown.',
        )}
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
          'Others see it in steps of ten minutes, and up to half an hour later at random. If this is off, nobody sees whether you are online or when you were last here, and you don’t see it for others either.',
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
