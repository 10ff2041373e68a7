// Removes the schema library from the client's bundle, since only the server validates by the contract's schemas.
import type { Plugin } from 'vite';

const name = 'zod/mini';

/**
 * In the browser every function of the library returns one stub that can be called, read and spread without effect.
 * That saves 8 KiB (brotli) of the first load. Client code must therefore never parse with a schema.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const names = Object.keys(await import('zod/mini'));
      return `const stub = new Proxy(() => stub, { get: () => stub });\nexport { ${names.map((own) => `stub as ${own}`).join(', ')} };`;
    },
  };
}
