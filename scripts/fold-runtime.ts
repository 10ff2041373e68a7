// Moves the bundler's runtime, which would be a file of its own, into the vendor file, so that pages request one file less.
import type { Plugin, Rolldown } from 'vite';

/** In the vendor file, the names must differ from those of the libraries. */
const inVendor = (name: string): string => `runtime_${name}`;

/** Returns `a as b,c` with the vendor file's names for the exported ones. */
const fromVendor = (names: string): string =>
  names
    .split(',')
    .map((pair) => pair.split(' as '))
    .map(([name = '', local = name]) => `${inVendor(name)} as ${local}`)
    .join(',');

/** If the files do not look as expected, the build fails, since the client would not start. */
export function foldRuntime(): Plugin {
  return {
    name: 'fold-runtime',
    enforce: 'post',
    generateBundle: {
      // This runs after the lists of the files that each lazy file needs are in place.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const vendor = chunks.find(({ name }) => name === 'vendor');
        if (runtime === undefined || vendor === undefined) return;
        const own = baseName(runtime);
        const ownImport = new RegExp(`import\\{([^}]+)\\}from(["\`'])([^"\`']*)${own}\\2;?`);
        for (const chunk of chunks) {
          if (chunk === runtime) continue;
          if (chunk === vendor) chunk.code = withRuntime(vendor.code, runtime.code, ownImport);
          else
            chunk.code = chunk.code.replace(
              ownImport,
              (_found, names: string, quote: string, folder: string) =>
                `import{${fromVendor(names)}}from${quote}${folder}${baseName(vendor)}${quote};`,
            );
          chunk.code = chunk.code.replaceAll(runtime.fileName, vendor.fileName);
          if (chunk.code.includes(own)) throw new Error(`${chunk.fileName} still names the runtime's file.`);
        }
        for (const file of files)
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = String(file.source).replace(new RegExp(`\\s*<link [^>]*${own}[^>]*>`), '');
        delete bundle[runtime.fileName];
      },
    },
  };
}

const baseName = ({ fileName }: Rolldown.OutputChunk): string => fileName.slice(fileName.lastIndexOf('/') + 1);

/** Puts the runtime into a scope of its own, since both files use the same short names. */
function withRuntime(vendor: string, runtime: string, ownImport: RegExp): string {
  const [, body, exported] = /^([^]*)export\{([^}]*)\};?\s*$/.exec(runtime) ?? [];
  const [, imported] = ownImport.exec(vendor) ?? [];
  if (body === undefined || exported === undefined || imported === undefined)
    throw new Error('The runtime or its import does not look as expected.');
  const locals = exported.split(',').map((pair) => pair.split(' as '));
  const returned = locals.map(([local = '', name = local]) => `${inVendor(name)}:${local}`).join(',');
  const names = locals.map(([local = '', name = local]) => inVendor(name)).join(',');
  const aliases = imported
    .split(',')
    .map((pair) => pair.split(' as '))
    .map(([name = '', local = name]) => `${local}=${inVendor(name)}`)
    .join(',');
  return `const{${names}}=(()=>{${body}return{${returned}}})(),${aliases};${vendor.replace(ownImport, '')}export{${names}};`;
}
