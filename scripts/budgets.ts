// Measures the built client against its bars, beside a hello world of the same libraries: npm run budgets -- bytes paint update members install lighthouse
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { printBar, type Bar } from './budgets/bars.ts';
import { launchBrowser } from './budgets/browser.ts';
import { installBars } from './budgets/install.ts';
import { lighthouseBars } from './budgets/lighthouse.ts';
import { memberBars } from './budgets/members.ts';
import { paintBars } from './budgets/paint.ts';
import { buildReference, type Reference } from './budgets/reference.ts';
import { weighFolder } from './budgets/served.ts';
import { updateBars } from './budgets/update.ts';
import { weightBars } from './budgets/weights.ts';

const distDir = join(import.meta.dirname, '../dist');

const parts: Readonly<Record<string, (reference: Reference) => Promise<Bar[]>>> = {
  async bytes(reference) {
    const browser = await launchBrowser();
    const bars = await weightBars(browser, distDir, reference.distDir);
    await browser.close();
    return bars;
  },
  members: async () => memberBars(await weighFolder(distDir)),
  install: () => installBars(distDir),
  update: updateBars,
  paint: (reference) => paintBars(distDir, reference.distDir),
  lighthouse: (reference) => lighthouseBars(distDir, reference.distDir),
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
    for (const bar of await measure(reference)) {
      printBar(bar);
      if (!bar.holds && bar.isTold !== true) missed += 1;
    }
  }
} finally {
  await reference.remove();
}
console.log(missed === 0 ? '\nEvery bar of bytes and counts holds.' : `\n${missed} missed.`);
process.exit(missed === 0 ? 0 : 1);
