// The way out of a screen that is reached from another one, for those too who came by a link from outside.
import { useCanGoBack, useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router';

/** Goes back to where the member was in the app, or on to `elsewhere` where there is no such place. */
export function useWayBack(elsewhere: NavigateOptions): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? history.back() : void navigate({ ...elsewhere, replace: true }));
}
