// Blocks a member, with some seconds to undo before going home; unblocks a blocked member.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { say } from '#client/ui/header-messages.ts';
import { useLike } from './likes.queries.ts';

export interface Block {
  readonly isBlocked: boolean;
  readonly isKnown: boolean;
  /** Blocked just now; `unblock` still keeps the member on the screen. */
  readonly isRedirecting: boolean;
  readonly block: () => void;
  readonly unblock: () => void;
}

/** Belongs in the screen, since a menu closes before the time to undo is over. */
export function useBlock(profileId: string): Block {
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

  return {
    isBlocked,
    isKnown,
    isRedirecting,
    block: () => {
      setRedirecting(true);
      // The header shows the error.
      block(true).catch(() => setRedirecting(false));
    },
    unblock: () => {
      setRedirecting(false);
      block(false).catch(() => undefined);
    },
  };
}
