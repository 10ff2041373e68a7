// The choices of which push notifications to receive.
import { t } from '#client/device/texts.ts';
import { Switch } from '#client/ui/Switch.tsx';
import type { SectionProps } from './section-props.ts';

export function NotificationChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="choices">
      <Switch
        label={t('Messages')}
        help={t('You can mute a single conversation where it is open, for hours or until you turn it back on.')}
        isOn={chosen.pushMessages}
        onChange={(pushMessages) => onChoose({ pushMessages })}
      />
      <Switch label={t('Likes')} isOn={chosen.pushLikes} onChange={(pushLikes) => onChoose({ pushLikes })} />
      <Switch
        label={t('Mutual likes')}
        isOn={chosen.pushMutualLikes}
        onChange={(pushMutualLikes) => onChoose({ pushMutualLikes })}
      />
      <Switch
        label={t('Pictures shared with you')}
        help={t('Whatever you switch off still waits for you in the app.')}
        isOn={chosen.pushGrants}
        onChange={(pushGrants) => onChoose({ pushGrants })}
      />
    </div>
  );
}
