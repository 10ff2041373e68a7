// Of what the member's devices are told.
import { Switch } from '#client/ui/Choice.tsx';
import type { SectionProps } from './sections.ts';

export function NotificationChoices({ chosen, onChoose }: SectionProps) {
  return (
    <div className="choices">
      <Switch
        label="Messages"
        help="One conversation alone can be muted where it is open, for hours or until you switch it on."
        isOn={chosen.pushMessages}
        onChange={(pushMessages) => onChoose({ pushMessages })}
      />
      <Switch label="Likes" isOn={chosen.pushLikes} onChange={(pushLikes) => onChoose({ pushLikes })} />
      <Switch label="Mutual likes" isOn={chosen.pushMutualLikes} onChange={(pushMutualLikes) => onChoose({ pushMutualLikes })} />
      <Switch
        label="Pictures shared with you"
        help="What is switched off waits in the app all the same."
        isOn={chosen.pushGrants}
        onChange={(pushGrants) => onChoose({ pushGrants })}
      />
    </div>
  );
}
