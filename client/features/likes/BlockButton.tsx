// Blocks a member, with some seconds to undo before going home; unblocks a blocked member.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { Button } from '#client/ui/Button.tsx';
import { say } from '#client/ui/header-messages.ts';
import { BlockIcon } from '#client/ui/icons.tsx';
import { useLike } from './likes.queries.ts';

export function BlockButton({ profileId }: { readonly profileId: string }) {
  const { isBlocked, isKnown, block } = useLike(profileId);
  const [isRedirecting, setRedirecting] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (!isRedirecting) return;
    const removeNotice = say('Blocked and Redirecting...', 'notice', limits.blockedNoticeMs);
    const timer = setTimeout(() => void navigate({ to: '/' }), limits.blockedNoticeMs);
    return () => {
      clearTimeout(timer);
      removeNotice();
    };
  }, [isRedirecting, navigate]);

  const start = (): void => {
    setRedirecting(true);
    // The header shows the error.
    block(true).catch(() => setRedirecting(false));
  };
  const undo = (): void => {
    setRedirecting(false);
    block(false).catch(() => undefined);
  };
  if (isRedirecting) return <Button onClick={undo}>Undo</Button>;
  return (
    <Button look="danger" onClick={isBlocked ? undo : start} disabled={!isKnown}>
      <BlockIcon />
      {isBlocked ? 'Unblock' : 'Block'}
    </Button>
  );
}
