// Back navigation for a screen, also for members who opened it by a link from outside.
import { useCanGoBack, useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router';

/** Goes back in the history of the app, or to `elsewhere` if there is none. */
export function useGoBack(elsewhere: NavigateOptions): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? history.back() : void navigate({ ...elsewhere, replace: true }));
}
