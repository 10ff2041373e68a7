// A hook that goes back, even if the screen was opened by a link from elsewhere.
import { useCanGoBack, useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router';

/** Goes back in the app's history, or to `fallback` if there is none. */
export function useGoBack(fallback: NavigateOptions): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? history.back() : void navigate({ ...fallback, replace: true }));
}
