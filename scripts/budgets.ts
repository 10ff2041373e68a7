// Measures the built client against its limits, and a hello world of the same libraries:
// npm run budgets -- bytes paint opening update members install lighthouse
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { printMeasurement, type Measurement } from './budgets/measurements.ts';
import { launchBrowser } from './budgets/browser.ts';
import { measureInstall } from './budgets/install.ts';
import { measureLighthouse } from './budgets/lighthouse.ts';
import { measureMembers } from './budgets/members.ts';
import { measureOpening } from './budgets/opening.ts';
import { measurePaint } from './budgets/paint.ts';
import { buildReference, type Reference } from './budgets/reference.ts';
import { weighFolder } from './budgets/served.ts';
import { measureUpdates } from './budgets/update.ts';
import { measureWeights } from './budgets/weights.ts';

const distDir = join(import.meta.dirname, '../dist');

const parts: Readonly<Record<string, (reference: Reference) => Promise<Measurement[]>>> = {
  async bytes(reference) {
    const browser = await launchBrowser();
    const measurements = await measureWeights(browser, distDir, reference.distDir);
    await browser.close();
    return measurements;
  },
  members: async () => measureMembers(await weighFolder(distDir)),
  install: () => measureInstall(distDir),
  update: measureUpdates,
  paint: (reference) => measurePaint(distDir, reference.distDir),
  opening: () => measureOpening(distDir),
  lighthouse: (reference) => measureLighthouse(distDir, reference.distDir),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
process.env.NODE_ENV = 'production';
const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const reference = await buildReference(distDir);
let missed = 0;
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n${name}`);
    for (const measurement of await measure(reference)) {
      printMeasurement(measurement);
      if (!measurement.isMet && measurement.isInformative !== true) missed += 1;
    }
  }
} finally {
  await reference.remove();
}
console.log(missed === 0 ? '\nAll limits of bytes and counts hold.' : `\n${missed} missed.`);
process.exit(missed === 0 ? 0 : 1);
