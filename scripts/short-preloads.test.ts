// Tests which files of a lazy part are still named in the file that loads it.
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { shortened } from './short-preloads.ts';

const tableOf = (files: readonly string[]): string =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);\n`;

/** A screen that imports parts, which have styles. */
function bundleWith(code: string): { readonly screen: Rolldown.OutputChunk; readonly bundle: Rolldown.OutputBundle } {
  const parts = { type: 'chunk', fileName: 'parts.js', imports: [], viteMetadata: { importedCss: new Set(['parts.css']) } };
  const screen = { type: 'chunk', fileName: 'screen.js', imports: ['parts.js'], code };
  const bundle = { 'parts.js': parts, 'screen.js': screen } as unknown as Rolldown.OutputBundle;
  return { screen: bundle['screen.js'] as Rolldown.OutputChunk, bundle };
}

test('files that are loaded with the importing file are left out, and a list that would have only the lazy file is empty', () => {
  const { screen, bundle } = bundleWith(
    `${tableOf(['menu.js', 'parts.js', 'parts.css', 'menu.css', 'note.js'])}load(menu,__vite__mapDeps([0,1,2,3]));load(note,__vite__mapDeps([4,1,2]));`,
  );
  expect(shortened(screen, bundle)).toBe('load(menu,["menu.js","menu.css"]);load(note,[]);');
});

test('files of several lists stay in a table', () => {
  const { screen, bundle } = bundleWith(
    `${tableOf(['menu.js', 'parts.js', 'menu.css', 'list.js'])}load(menu,__vite__mapDeps([0,1,2]));load(list,__vite__mapDeps([3,0,1,2]));`,
  );
  expect(shortened(screen, bundle)).toBe(
    `${tableOf(['menu.js', 'menu.css', 'list.js'])}load(menu,__vite__mapDeps([0,1]));load(list,__vite__mapDeps([2,0,1]));`,
  );
});

test('the build fails if the table is not where it is expected', () => {
  const { screen, bundle } = bundleWith('load(menu,__vite__mapDeps([0]));');
  expect(() => shortened(screen, bundle)).toThrow('screen.js has no table of lazy files.');
});
