import { manifest, type Files } from '../../../support/installation.ts';
import { opening } from '../boot/support.ts';

/** A resource with these operations, each of which answers its own name and the parameters. */
export function operating(address: string, names: readonly string[], options = ''): string {
  const one = (name: string) =>
    `${name}: { open: true, returns: [raw], run: (_services, { params }) => ({ operation: '${name}', ...params }) }`;
  return `${opening} export default defineResource('${address}', { ${options} ${names.map(one).join(', ')} });`;
}

export const all = ['search', 'get', 'add', 'update', 'remove'];

/** A module of core with a resource. */
export const core = (resource: string): Files => ({
  'core/base/module.json': manifest('base'),
  'core/base/resources/x.js': resource,
});

/** A plugin with a resource. */
export const plugin = (resource: string, more: object = {}): Files => ({
  'plugins/a/module.json': manifest('a', more),
  'plugins/a/resources/x.js': resource,
});
