import { readHouse } from './house/source-files.ts';
import { appTextsIn } from './house/app-texts.ts';
import { readCatalogue, sides } from './texts.ts';
const known = readCatalogue(sides[0]!, 'en');
const want = new RegExp(process.argv[2] ?? '.');
for (const f of readHouse().sources.filter(
  (s) => /^client\//.test(s.path) && !s.isTest && /\.tsx?$/.test(s.path) && want.test(s.path),
))
  for (const u of appTextsIn(f).untranslated)
    if (known[u.text] === undefined)
      console.log(f.path.replace('client/features/', ''), u.line, JSON.stringify(u.text.slice(0, 160)));
if (process.argv[3] === 'add') {
  const { writeFileSync } = await import('node:fs');
  const next: any = { ...known };
  for (const f of readHouse().sources.filter(
    (s) => /^client\//.test(s.path) && !s.isTest && /\.tsx?$/.test(s.path) && want.test(s.path) && !/queries/.test(s.path),
  ))
    for (const u of appTextsIn(f).literals) {
      const un = appTextsIn(f).untranslated.some((x) => x.text === u.replace(/\s+/g, ' ').trim());
      if (un && next[u] === undefined) next[u] = u;
    }
  writeFileSync('shared/languages/en.json', JSON.stringify(next, null, 2) + '\n');
}
