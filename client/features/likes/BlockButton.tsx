// Blocks a member, with some seconds to undo before going home; unblocks one who is blocked.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { Button } from '#client/ui/Button.tsx';
import { say } from '#client/ui/header-messages.ts';
import { BlockIcon } from '#client/ui/icons.tsx';
import { useLike } from './likes.queries.ts';

export function BlockButton({ profileId }: { readonly profileId: string }) {
  const { isBlocked, isKnown, block } = useLike(profileId);
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (!isLeaving) return;
    const takeBack = say('Blocked and Redirecting...', 'notice', limits.blockedNoticeMs);
    const timer = setTimeout(() => void navigate({ to: '/' }), limits.blockedNoticeMs);
    return () => {
      clearTimeout(timer);
      takeBack();
    };
  }, [isLeaving, navigate]);

  const start = (): void => {
    setLeaving(true);
    // The header shows the error.
    block(true).catch(() => setLeaving(false));
  };
  const undo = (): void => {
    setLeaving(false);
    block(false).catch(() => undefined);
  };
  if (isLeaving) return <Button onClick={undo}>Undo</Button>;
  return (
    <Button look="danger" onClick={isBlocked ? undo : start} disabled={!isKnown}>
      <BlockIcon />
      {isBlocked ? 'Unblock' : 'Block'}
    </Button>
  );
}
