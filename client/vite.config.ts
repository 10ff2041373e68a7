// How the client is bundled: one CSS file, a stable vendor chunk, a chunk per lazy screen, and the worker with the list of them.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstLoadChunk } from '../scripts/first-load.ts';
import { hollowSchemas } from '../scripts/hollow-schemas.ts';

const vendorPackages =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [
    react(),
    hollowSchemas(),
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
        // Names carry hashes: no second revision is needed.
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
  ],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendorPackages },
            { name: firstLoadChunk, test: /\/(client|shared)\// },
          ],
        },
      },
    },
  },
});
