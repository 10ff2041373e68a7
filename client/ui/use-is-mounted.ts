// A hook that says whether its component is still shown, for work that goes on after the member has left the screen.
import { useEffect, useRef } from 'react';

export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return () => isMounted.current;
}
