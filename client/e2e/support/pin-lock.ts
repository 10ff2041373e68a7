// Sets the app lock with a PIN, as a member does on the settings.
import type { Page } from 'playwright-core';

/** The page shows the settings. The key of the PIN takes about a second, and longer on a busy machine. */
export async function setPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Lock with a PIN' }).click();
  for (const name of ['New PIN', 'Repeat the PIN']) await page.getByLabel(name).fill(pin);
  await page.getByRole('button', { name: 'Set the lock' }).click();
  await page.getByRole('button', { name: 'Lock now' }).waitFor({ timeout: 60_000 });
}
