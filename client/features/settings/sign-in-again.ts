// Runs a call that needs a recent login. If the last login is too long ago, it asks the member to log in again.
import { createStore } from '#client/device/store.ts';
import { Refused } from '#client/net/errors.ts';

export interface SignInQuestion {
  /** The section of the settings to which an emailed link leads back. */
  readonly section: string;
  /** Call it with true after the login, and with false if the member declines. */
  readonly answer: (isSignedIn: boolean) => void;
}

/** The question that the settings screen shows. */
export const signInQuestion = createStore<SignInQuestion | null>(null);

/** If the member declines, it rejects with the server's refusal. */
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
