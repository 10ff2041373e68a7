// Stores which language was chosen, in the settings of the account or on this device. The app is shown in it from its next start.
import { languageCookie, languageOf, type Language } from '#shared/rules/languages.ts';
import { chosenLanguage } from './language.ts';
import { deviceKeys, localKeys, readLocal, writeLocal } from './storage.ts';

const cookieSeconds = 31_536_000;
/** The longest wait for a worker's answer. Older workers never answer. */
const workerWaitMs = 10_000;

/** 'auto' leaves the choice to the device. The cookie is set each time, because some browsers delete it after a few days. */
export function storeAccountLanguage(chosen: Language | 'auto'): void {
  const before = chosenLanguage();
  writeLocal(localKeys.accountLanguage, chosen === 'auto' ? null : chosen);
  if (chosenLanguage() === before) setCookie();
  else void followChoice();
}

/** Replaces what an account has left on this device. False, and no change, if the language's pages cannot be fetched. */
export async function chooseOnDevice(chosen: Language): Promise<boolean> {
  const keys = [localKeys.accountLanguage, deviceKeys.language] as const;
  const before = keys.map((key) => [key, readLocal(key)] as const);
  writeLocal(localKeys.accountLanguage, null);
  writeLocal(deviceKeys.language, chosen);
  const isThere = await followChoice();
  if (!isThere) {
    for (const [key, value] of before) writeLocal(key, value);
    setCookie();
  }
  return isThere;
}

/** Makes server and worker send pages in the chosen language. False if the worker could not fetch them. */
export async function followChoice(): Promise<boolean> {
  const language = setCookie();
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const workers = [registration?.active, registration?.waiting].filter((worker) => worker != null);
  const kept = await Promise.all(workers.map((worker) => keepPages(worker, language)));
  return !kept.includes(false);
}

/** Stores only the language's tag in the cookie. Without a choice the cookie is removed. */
function setCookie(): Language | null {
  const language = languageOf(chosenLanguage() ?? '');
  const age = language === null ? 0 : cookieSeconds;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie}=${language ?? ''}; path=/; max-age=${age}; samesite=lax${secure}`;
  return language;
}

function keepPages(worker: ServiceWorker, language: Language | null): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
    setTimeout(() => resolve(null), workerWaitMs);
    worker.postMessage({ type: 'KEEP_PAGES', language }, [port2]);
  });
}
