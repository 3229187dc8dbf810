import { expect } from 'chai';
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

/** Files of the plugin `a`, and the reason why it is set aside, by the mistake. */
export type Mistakes = Readonly<Record<string, readonly [files: Files, reason: RegExp]>>;

/** Boots plugins with mistakes in one installation beside a sound one, and compares the reasons, which name a file. */
export async function expectSetAside(place: Installation, mistakes: Mistakes): Promise<void> {
  const all = Object.entries(mistakes).map(([mistake, [files, reason]], index) => {
    const name = `a${index}`;
    const anew = (text: string) =>
      text.replaceAll('plugins/a/', `plugins/${name}/`).replace('"name":"a"', `"name":"${name}"`);
    place.write({ [`plugins/${name}/module.json`]: manifest(name) });
    place.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [anew(path), anew(text)])));
    return { mistake, name, files: Object.keys(files), reason };
  });
  const kernel = await place.write(greeter('plugins/b')).boot();
  expect(kernel.modules.map(({ name }) => name)).to.deep.equal(['b']);
  const found = new Map(kernel.failedPlugins.map(({ module, reason }) => [module, reason.replaceAll(module, 'a')]));
  for (const { mistake, name, files, reason } of all) {
    const given = found.get(name) ?? 'none';
    expect(given, mistake).to.match(reason).and.not.include(place.root);
    expect(files, `${mistake}: ${given}`).to.include(given.split(': ', 1)[0]);
  }
}
