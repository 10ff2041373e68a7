// Blocks a member and returns to Home after a few seconds, in which the block can be undone. Also unblocks.
import { t } from '#client/device/texts.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { say } from '#client/ui/header-messages.ts';
import { useLike } from './likes.queries.ts';

export interface Block {
  readonly isBlocked: boolean;
  readonly isKnown: boolean;
  /** True from the block until the screen changes. `unblock` cancels the change of the screen. */
  readonly isRedirecting: boolean;
  readonly block: () => void;
  readonly unblock: () => void;
}

/**
 * Use it in the screen and not in a menu, because a menu closes before the time to undo is over. While `isBusy`, as with a form
 * open, the screen does not change.
 */
export function useBlock(profileId: string, isBusy: boolean): Block {
  const { isBlocked, isKnown, block } = useLike(profileId);
  /** The newest choice until it is stored, or null. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isRedirecting, setRedirecting] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (!isRedirecting || isBusy) return;
    const removeNotice = say(t('Blocked and Redirecting...'), 'notice', limits.blockedNoticeMs);
    const timer = setTimeout(() => void navigate({ to: '/' }), limits.blockedNoticeMs);
    return () => {
      clearTimeout(timer);
      removeNotice();
    };
  }, [isRedirecting, isBusy, navigate]);

  const choose = (blocked: boolean): void => {
    setRedirecting(blocked);
    setChosen(blocked);
    void block(blocked)
      // The header shows the error.
      .catch(() => setRedirecting(false))
      .finally(() => setChosen((newest) => (newest === blocked ? null : newest)));
  };
  return {
    isBlocked: chosen ?? isBlocked,
    isKnown,
    isRedirecting,
    block: () => choose(true),
    unblock: () => choose(false),
  };
}
