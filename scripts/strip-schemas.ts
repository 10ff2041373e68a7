// Leaves the schema library out of the client's bundle: the contract's schemas check nothing in the browser, the server does.
import type { Plugin } from 'vite';

const name = 'zod/mini';

/**
 * In the browser every function of the library answers one hollow value that can be called, read and spread to no effect.
 * That takes 8 KiB (brotli) off the first load; client code must therefore never parse with a schema.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const names = Object.keys(await import('zod/mini'));
      return `const hollow = new Proxy(() => hollow, { get: () => hollow });\nexport { ${names.map((own) => `hollow as ${own}`).join(', ')} };`;
    },
  };
}
