// A round link to the conversation with a member.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';

export const ChatLink = ({ profileId, name }: { readonly profileId: string; readonly name: string }) => (
  <Link
    to="/chat/personal/$profileId"
    params={{ profileId }}
    className={buttonClass({ look: 'round' })}
    aria-label={t('Chat with {name}', { name })}
  >
    <ChatIcon />
  </Link>
);
