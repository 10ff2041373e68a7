// An application that is closed when the calling test ends.
import { onTestFinished } from 'vitest';
import { openTestApp, type OpenTestApp, type TestApp } from './test-app.ts';

export async function openAppForTest(...options: Parameters<OpenTestApp>): Promise<TestApp> {
  const app = await openTestApp(...options);
  onTestFinished(() => app.close());
  return app;
}
