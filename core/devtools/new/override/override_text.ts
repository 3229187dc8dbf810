import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeName, type Route } from '../../../hosting/internals.ts';
import { resourceOf, type OverrideTarget } from './original.ts';

/** Text of a resource that overrides one operation and returns the answer of the original. */
export function overrideText(original: Route, { root, plugin }: OverrideTarget): string {
  // Only an override of core in `custom` extends the class. Plugins may not import files of core, and importing the
  // source of a plugin that runs from compiled files would load a second copy.
  const extendsClass = plugin === undefined && original.layer === 'core';
  const source = extendsClass ? readFileSync(join(root, original.file), 'utf8') : '';
  const [, name] = /^export default class (\w+)/m.exec(source) ?? [];
  return name === undefined ? definition(original) : subclass(original, { name, source });
}

const advice =
  '// Change the answer here. Access, input, filter and failures are inherited unless the override declares them.';

function subclass(original: Route, { name, source }: { name: string; source: string }): string {
  const { operation, file } = original;
  const takesNothing = new RegExp(String.raw`^\s+(async )?${operation}\(\)`, 'm').test(source);
  const parameter = takesNothing ? '' : `call: Parameters<Original['${operation}']>[0]`;
  // Copies options of the original, because inherited operations rely on the names of the parameters.
  const [, declared = ''] = /^@resource\((.+)\)$/m.exec(source) ?? [];
  const options = declared.match(/\bitem: '\w+'|\bsingleton: true/g) ?? [];
  const terms = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  return `import { resource } from 'lectern';
import Original from '../../${file}';

/** Overrides ${routeName(original)}. All other operations at this address are unchanged. */
@resource('${resourceOf(original).address}'${terms})
export default class ${name} extends Original {
  override async ${operation}(${parameter}) {
    const answer = await super.${operation}(${takesNothing ? '' : 'call'});
    ${advice}
    return answer;
  }
}
`;
}

function definition(original: Route): string {
  const { address, options } = resourceOf(original);
  const lines = ['overrides: true', ...options].map((line) => `  ${line},\n`).join('');
  return `import { defineResource } from 'lectern';

/** Overrides ${routeName(original)}. All other operations at this address are unchanged. */
export default defineResource('${address}', {
${lines}  ${original.operation}: {
    async run(_services, _call, original) {
      const answer: unknown = await original();
      ${advice}
      return answer;
    },
  },
});
`;
}
