import { manifest, type Files } from '../../../support/installation.ts';
import { opening } from '../boot/support.ts';
import { opened } from '../boot/things.ts';

/** A plugin that overrides `get` of the things in JavaScript, and adds its name to the text. */
export function script(name: string, more: object = {}, definition = ''): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name, { mounts: ['/things'], ...more }),
    [`plugins/${name}/resources/things.js`]: `${opening}
      export default defineResource('/things', { ${definition} get: {
        run: async (_services, _call, original) => { const { text } = await original(); return { text: text + ' ${name}' }; },
      } });`,
  };
}

/** A plugin whose class extends that of core, and adds its name to the text by `super`. */
export function typed(name: string, more: object = {}, options = ''): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name, { mounts: ['/things'], ...more }),
    [`plugins/${name}/resources/things.ts`]: `${opened}
      import Original from '../../../core/base/resources/things.ts';
      @resource('/things'${options}) export default class Things extends Original {
        override async get(call: OpenCall<{ id: string }>): Promise<never> {
          return { text: (await super.get(call)).text + ' ${name}' } as never;
        }
      }`,
  };
}

/** Custom, whose class extends that of core; `body` replaces its method `get`. */
export function customTyped(body?: string): Files {
  const get = `override async get(call: OpenCall<{ id: string }>): Promise<never> {
    return { text: (await super.get(call)).text + ' custom' } as never;
  }`;
  return {
    'custom/module.json': manifest('custom'),
    'custom/resources/things.ts': `${opened}
      import Original from '../../core/base/resources/things.ts';
      @resource('/things') export default class Things extends Original { ${body ?? get} }`,
  };
}
