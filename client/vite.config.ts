// Bundling of the client: one style sheet and a stable vendor file at start, a file for each area of screens, and the worker.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createLogger, defineConfig, type Logger, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { codeSplitting, prefixOf } from '#scripts/client-chunks.ts';
import { foldRuntime } from '#scripts/fold-runtime.ts';
import { shortLanguages } from '#scripts/short-languages.ts';
import { shortPreloads } from '#scripts/short-preloads.ts';
import { stripSchemas } from '#scripts/strip-schemas.ts';

const unused = (...names: string[]): string =>
  names.map((name) => `export const ${name} = () => { throw new Error('Not bundled.'); };`).join('\n');

/** Files of libraries that are replaced, since we need little or nothing of them. */
const replacements: Readonly<Record<string, string>> = {
  // All our styles are functions.
  'ol/render/canvas/style.js': unused('flatStyleLikeToStyleFunction'),
  'ol/control/defaults.js': unused('defaults'),
  // Markers are found by their coordinates.
  'ol/render/canvas/hitdetect.js': `${unused('createHitDetectionImageData', 'hitDetect')} export const HIT_DETECT_RESOLUTION = 1;`,
  // None of our lines is drawn with an offset.
  'ol/geom/flat/lineoffset.js': unused('offsetLineString', 'removeOffsetCycles'),
  // Our map does not rotate.
  'ol/interaction/PinchRotate.js': 'export default class {}',
  // Our tiles are pictures or vectors.
  'ol/DataTile.js': `${unused('asArrayLike', 'asImageLike', 'toArray')} export default class {}`,
  // All our maps are in Web Mercator.
  'ol/reproj/Tile.js': 'export default class {}',
  'ol/proj/utm.js': 'export const makeProjection = () => null, makeTransforms = () => null;',
  // React has this hook itself.
  'use-sync-external-store/shim/index.js': "module.exports = require('react');",
  // Most of this library supports browsers that no longer exist. The cropper needs only this.
  'normalize-wheel/index.js': 'export default ({ deltaY, deltaMode }) => ({ pixelY: deltaY * [1, 40, 800][deltaMode] });',
};

/** What is left out of the bundler's function that loads chunks. Our policy has no nonces, and our browsers need no fallbacks. */
const olderBrowsers: readonly (readonly [part: RegExp, instead: string])[] = [
  [/const cspNonceMeta[^]*?getAttribute\("nonce"\);/, ''],
  [/if \(cspNonce\) .*/, ''],
  [/function allSettled[^]*?\n\t\t\}/, 'const allSettled = (promises) => Promise.allSettled(promises);'],
  [/if \(import\.meta\.resolve\) .*/, ''],
];

function withoutOlderBrowsers(code: string): string {
  return olderBrowsers.reduce((rest, [part, instead]) => {
    if (!part.test(rest)) throw new Error(`The function that loads chunks has no part ${part.source}.`);
    return rest.replace(part, instead);
  }, code);
}

const leanLibraries: Plugin = {
  name: 'lean-libraries',
  enforce: 'pre',
  transform(code, id) {
    if (id === '\0vite/preload-helper.js') return withoutOlderBrowsers(code);
    const path = id.split('/node_modules/').at(-1) ?? '';
    // The cropper's styles come as a style sheet.
    if (path === 'react-easy-crop/index.module.mjs') return code.replace(/(?<=var styles_default = )"(?:[^"\\]|\\.)*"/, '""');
    // Removes the shortcuts for calls without a transaction, and the iterators.
    if (path === 'idb/build/index.js') return code.replace(/^const readMethods = [^]*(?=^export )/m, '');
    return replacements[path] ?? null;
  },
};

/** The minifier keeps this selector, which browsers know, but warns about it. */
const newSelector = "'target-current' is not recognized";

function loggerWithout(warning: string): Logger {
  const logger = createLogger();
  return {
    ...logger,
    warn: (text, options) => {
      if (!text.includes(warning)) logger.warn(text, options);
    },
  };
}

export default defineConfig({
  customLogger: loggerWithout(newSelector),
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  // By default, the package gives the build for browsers without classes. This one is half as large.
  resolve: { alias: { 'workbox-window': 'workbox-window/build/workbox-window.prod.mjs' } },
  plugins: [
    react(),
    stripSchemas(),
    shortLanguages(),
    shortPreloads(),
    foldRuntime(),
    leanLibraries,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      injectRegister: false,
      // The server creates the web app manifest for each host.
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        // Browsers load the worker as a classic script.
        rollupFormat: 'iife',
        // The server lists the files to keep, by host.
        injectionPoint: undefined,
        buildPlugins: { vite: [leanLibraries] },
      },
    }),
  ],
  worker: {
    rolldownOptions: {
      output: { entryFileNames: ({ name }) => `assets/${name === 'shrink-worker' ? 'later-' : ''}[name]-[hash:7].js` },
    },
  },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The files that every page loads have no hash in their names, or a changed line would change all pages and chunks that
        // contain the name. The worker caches these files per build, and browsers revalidate them.
        entryFileNames: 'app.js',
        chunkFileNames: ({ name, facadeModuleId }) =>
          name === 'shell' ? 'shell.js' : `assets/${prefixOf(facadeModuleId)}[name]-[hash:7].js`,
        assetFileNames: ({ names, originalFileNames }) =>
          names.includes('shell.css') ? 'style.css' : `assets/${prefixOf(originalFileNames[0])}[name]-[hash:7][extname]`,
        codeSplitting,
      },
    },
  },
});
