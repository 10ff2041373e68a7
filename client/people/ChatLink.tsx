// A round link to the conversation with a member.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon, type IconComponent } from '#client/ui/icons.tsx';

export interface ChatLinkProps {
  readonly profileId: string;
  readonly name: string;
  readonly icon?: IconComponent;
}

export const ChatLink = ({ profileId, name, icon: Icon = ChatIcon }: ChatLinkProps) => (
  <Link
    to="/chat/personal/$profileId"
    params={{ profileId }}
    className={buttonClass({ look: 'round' })}
    aria-label={t('Chat with {name}', { name })}
  >
    <Icon />
  </Link>
);
