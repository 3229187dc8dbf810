import { expect } from 'chai';
import { manifest, offering, type Files, type Installation } from '../../../support/installation.ts';
import { giving, opening } from '../boot/support.ts';

type Install = (files: Files) => Installation;

const answers = '/api/plugins/asker/answers';

/** A plugin `asker` whose operation answers an expression of the services `uses`. */
export function asking(expression: string, ...uses: string[]): Files {
  return {
    'plugins/asker/module.json': manifest('asker'),
    'plugins/asker/resources/answers.js': `${opening}
      export default defineResource('/plugins/asker/answers', {
        uses: ${JSON.stringify(uses)},
        search: { open: true, returns: [raw], run: ({ ${uses.join(', ')} }) => (${expression}) },
      });`,
  };
}

/** Returns a function that serves modules, none of which is set aside, and returns what their asker answers. */
export function answering(install: Install): (...files: Files[]) => Promise<unknown> {
  return async (...files) => {
    const { kernel, api } = await install(Object.assign({}, ...files)).serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    return (await api.get(answers).expect(200)).body;
  };
}

/** Declares a test for each mistake in the services of the plugin `b`: it is set aside, and core answers. */
export function setAsideFor(install: Install, mistakes: Record<string, [files: Files, reason: RegExp]>): void {
  const services = `asker: asFunction(({ base }) => 'asks ' + base), base: asValue('core')`;
  const core = giving('core/base', services, offering('asker', 'base'));
  for (const [mistake, [files, reason]] of Object.entries(mistakes)) {
    it(`${mistake} is set aside if it is a plugin`, async () => {
      const { kernel, api } = await install({ ...core, ...files, ...asking('[asker]', 'asker') }).serve();
      expect(kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['b']);
      expect(kernel.failedPlugins[0]?.reason).to.match(reason);
      await api.get(answers).expect(200, ['asks core']);
    });
  }
}
