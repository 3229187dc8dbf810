import { join, resolve } from 'node:path';
import { entryPoints, exportsOf, named, sources } from '../bundle_core.mjs';
import { ownerOf, packages, specifierOf } from './definitions.mjs';

/** @typedef {import('./definitions.mjs').PackageDefinition} PackageDefinition */

/**
 * Lets imports of another package's files become imports of its entry points. A package imports later ones, which an
 * installation may lack, through `core/cli/optional_package.mjs`.
 * @param {PackageDefinition} own
 * @returns {import('esbuild').Plugin}
 */
export function bordersOf(own) {
  return {
    name: 'package-borders',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(\.{1,2}\/|lectern(\/|$))/ }, ({ path, resolveDir, namespace, kind }) => {
        if (namespace === 'joined' || (kind === 'entry-point' && path.startsWith('joined:'))) return undefined;
        const name = path.startsWith('.') ? named(resolve(resolveDir, path)) : entryPoints[path];
        if (name === undefined || name.startsWith('..')) return undefined;
        const owner = ownerOf(name);
        if (owner === own) return path.startsWith('.') ? undefined : { path: join(sources, name) };
        if (packages.indexOf(owner) < packages.indexOf(own)) return { path: specifierOf(name), external: true };
        return { path: name, namespace: 'optional' };
      });
      onLoad({ filter: /./, namespace: 'optional' }, async ({ path: name }) => {
        const [[, names] = ['', []]] = await exportsOf([name]);
        const found = `{ ${names.join(', ')} }`;
        const contents = `import { optionalPackage } from './cli/optional_package.mjs';
export const ${found} = await optionalPackage(${JSON.stringify(specifierOf(name))}, ${JSON.stringify(names)});`;
        return { contents, loader: 'js', resolveDir: sources };
      });
    },
  };
}
