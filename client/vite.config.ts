// Bundling of the client: one style sheet at start, a stable vendor chunk, a chunk per lazy screen, and the worker with the list of them.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { stripSchemas } from '#scripts/strip-schemas.ts';

const vendorPackages =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;
/** The modules that name lazy chunks, and with them their hashes. */
const isNotTable = (id: string): boolean => !/client\/(index\.html|app\/(main|router|routes\.\w+)\.tsx?)$/.test(id);

/** What only administrators open, their screens and the drawing of charts, is known by its name: no device of a member keeps it. */
const prefixOf = (file: string | null | undefined): string =>
  /(^|\/)(features\/admin|plot)\/|\/Admin\w+Screen\.tsx$/.test(file ?? '') ? 'admin-' : '';

/** The map's styles are functions, so the engine's own language of styles, a tenth of it, is never spoken and stays away. */
const noFlatStyles: Plugin = {
  name: 'no-flat-styles',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/ol/render/canvas/style.js')
      ? `const never = () => { throw new Error('Flat styles are not bundled.'); };
         export { never as flatStyleLikeToStyleFunction };`
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [
    react(),
    stripSchemas(),
    noFlatStyles,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      injectRegister: false,
      // The server draws the web app manifest and adds its own pages to the list, both by host.
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        // Browsers load /sw.js as a classic script.
        rollupFormat: 'iife',
        globPatterns: ['assets/*.{js,css}'],
        // Members never open them, so their devices need not keep them.
        globIgnores: ['assets/admin-*'],
        // Names carry hashes: no second revision is needed.
        dontCacheBustURLsMatching: /^assets\//,
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
        // What every page loads has no hash in its name: else one changed line would change each page and each chunk that
        // names it. The worker keeps these files per build, and the server has browsers ask for them anew.
        entryFileNames: 'app.js',
        chunkFileNames: ({ name, facadeModuleId }) =>
          name === 'shell' ? 'shell.js' : `assets/${prefixOf(facadeModuleId)}[name]-[hash].js`,
        assetFileNames: ({ names, originalFileNames }) =>
          names.includes('shell.css') ? 'style.css' : `assets/${prefixOf(originalFileNames[0])}[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            // The map's engine changes with its version only, and the worker fetches it after all else. What only maps of
            // ready-made pictures take of it lies with their drawing.
            {
              name: 'ol',
              test: /node_modules\/(ol\/(?!source\/(XYZ|TileImage)\.js|layer\/(Base)?Tile\.js)|(rbush|quickselect|pbf|earcut)\/)/,
              priority: 3,
            },
            { name: 'vendor', tags: ['$initial'], test: vendorPackages, priority: 2 },
            { name: 'queries', test: /node_modules\/@tanstack\/(react-query|query-core)\//, priority: 1 },
            // All else that is loaded at start, apart from the entry with its table of lazy chunks, which every change touches.
            { name: 'shell', tags: ['$initial'], test: isNotTable, priority: 1 },
            // Members load these together at start.
            {
              name: 'member',
              test: /client\/app\/(persist-queries|member-services)\.ts$|query-(persist-client-core|sync-storage-persister)|react-query-persist-client/,
            },
            // The distance as shown never comes without its units.
            { name: 'distance', test: /client\/(device\/distance-units|people\/use-shown-distance)\.tsx?$/ },
            // Comes right after the first paint, in one request.
            {
              name: 'update',
              test: /client\/(app\/UpdateNotice|offline\/(worker-bridge|uploads\/undelivered-count))\.tsx?$|workbox-window/,
            },
          ],
        },
      },
    },
  },
});
