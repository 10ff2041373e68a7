// Runs a call that requires a recent login, and asks for one on the screen if the last is too old.
import { createStore } from '#client/device/store.ts';
import { Refused } from '#client/net/errors.ts';

export interface SignInQuestion {
  /** The settings section to which an emailed link leads back. */
  readonly section: string;
  /** Call it with true after the login, and with false if the member declines. */
  readonly answer: (isSignedIn: boolean) => void;
}

/** Shown by the settings screen. */
export const signInQuestion = createStore<SignInQuestion | null>(null);

/** Rejects with the server's refusal if the member declines to log in again. */
export async function withRecentSignIn<T>(section: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSignInTooOld(error) || !(await askToSignIn(section))) throw error;
    return work();
  }
}

export const isSignInTooOld = (error: unknown): boolean => error instanceof Refused && error.code === 'reauth';

function askToSignIn(section: string): Promise<boolean> {
  signInQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    const own: SignInQuestion = {
      section,
      answer: (isSignedIn) => {
        if (signInQuestion.get() === own) signInQuestion.set(null);
        resolve(isSignedIn);
      },
    };
    signInQuestion.set(own);
  });
}
