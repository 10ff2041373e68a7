// Reloads a page on which a dialog has just closed.
import type { Page } from 'playwright-core';

/** A dialog that closes goes back in the history a little later, which would abort the reload. */
export async function reloadAfterDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => !('dialog' in (history.state ?? {})));
  await page.reload();
}
