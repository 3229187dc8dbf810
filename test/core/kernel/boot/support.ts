import { expect } from 'chai';
import { afterEach } from 'mocha';
import { Installation, manifest, type Files } from '../../../support/installation.ts';

/** Creates installations that are removed after each test of the suite. */
export function installations(): (files?: Files) => Installation {
  const made: Installation[] = [];
  afterEach(async () => {
    for (const one of made.splice(0)) await one.clear();
  });
  return (files = {}) => {
    const one = new Installation(files);
    made.push(one);
    return one;
  };
}

/** First lines of a file in JavaScript: imports, and a shape for answers. */
export const opening = `
  import { asFunction, asValue, contributes, decorates, defineResource, field, input, listOf, raw, shape, standardFailures } from 'lectern';
  const greeting = shape('Greeting').mode('public', { text: field.text('What is said.') });
`;

/** An open resource that answers `text`. */
export function saying(text: string, address: string, options = ''): string {
  return `${opening}
  export default defineResource('${address}', { ${options}
    search: { open: true, returns: [greeting, 'public'], run: () => ({ text: '${text}' }) },
  });`;
}

/** A module with a resource that answers the name of the module; in a plugin, at `/plugins/<name>/greetings`. */
export function greeter(path: string, more: object = {}): Files {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const address = path.startsWith('plugins/') ? `/plugins/${name}/greetings` : `/${name}/greetings`;
  return {
    [`${path}/module.json`]: manifest(name, more),
    [`${path}/resources/greetings.js`]: saying(name, address),
  };
}

/** A module with these services. */
export function giving(path: string, services: string, more: object = {}): Files {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    [`${path}/module.json`]: manifest(name, more),
    [`${path}/services.js`]: `${opening} export default { ${services} };`,
  };
}

/** Message of the error with which a start fails. */
export async function reasonOf(start: Promise<unknown>): Promise<string> {
  try {
    await start;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The start was expected to fail.');
}

/**
 * Boots faulty plugins in one installation beside a sound one, `plugins/b`. Each is written as the plugin `a`.
 * @returns the reasons why they are set aside, in the same order
 */
export async function reasonsOf(place: Installation, plugins: readonly Files[]): Promise<string[]> {
  for (const [index, files] of plugins.entries()) {
    const anew = (text: string) =>
      text.replaceAll('plugins/a/', `plugins/a${index}/`).replace('"name":"a"', `"name":"a${index}"`);
    place.write({ [`plugins/a${index}/module.json`]: manifest(`a${index}`) });
    place.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [anew(path), anew(text)])));
  }
  const kernel = await place.write(greeter('plugins/b')).boot();
  expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['b']);
  const reasons = new Map(kernel.failedPlugins.map(({ module, reason }) => [module, reason.replaceAll(module, 'a')]));
  return plugins.map((_, index) => reasons.get(`a${index}`) ?? 'none');
}
