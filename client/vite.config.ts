// Bundling of the client: one style sheet and a stable vendor file at start, a file for each area of screens, and the worker.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { codeSplitting, prefixOf } from '#scripts/client-chunks.ts';
import { foldRuntime } from '#scripts/fold-runtime.ts';
import { stripSchemas } from '#scripts/strip-schemas.ts';

/** Leaves out OpenLayers's flat styles, a tenth of its code: all our styles are functions. */
const noFlatStyles: Plugin = {
  name: 'no-flat-styles',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/ol/render/canvas/style.js')
      ? `const refuse = () => { throw new Error('Flat styles are not bundled.'); };
         export { refuse as flatStyleLikeToStyleFunction };`
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [
    react(),
    stripSchemas(),
    foldRuntime(),
    noFlatStyles,
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
      },
    }),
  ],
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
          name === 'shell' ? 'shell.js' : `assets/${prefixOf(facadeModuleId)}[name]-[hash].js`,
        assetFileNames: ({ names, originalFileNames }) =>
          names.includes('shell.css') ? 'style.css' : `assets/${prefixOf(originalFileNames[0])}[name]-[hash][extname]`,
        codeSplitting,
      },
    },
  },
});
