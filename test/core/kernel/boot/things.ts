import { manifest, offering, type Files } from '../../../support/installation.ts';

/** First lines of a resource file in TypeScript. */
export const opened = `
  import { accepts, asValue, fails, field, input, open, raw, requires, resource, returns, shape, signedIn, standardFailures, use } from 'lectern';
  import type { OpenCall } from 'lectern';
  const thing = shape('Thing').mode('public', { text: field.text('What it says.') });`;

const things = `${opened}
  @resource('/things')
  export default class Things {
    protected readonly word: string = use('word' as never);

    @open @accepts({ q: input.text() }) @returns(thing, 'public') @fails(standardFailures.conflict) @fails(standardFailures.noSuchObject.as({ status: 410 }))
    search({ input }: OpenCall<object, { q: string }>) {
      if (input.q === 'gone') throw standardFailures.noSuchObject();
      return { text: this.word + ' searches ' + input.q, secret: 'never shown' };
    }

    @open @returns(thing, 'public')
    get({ params }: OpenCall<{ id: string }>) { return { text: this.word + ' gets ' + params.id }; }

    @returns(thing, 'public')
    update({ params }: OpenCall<{ id: string }>) { return { text: this.word + ' updates ' + params.id }; }

    @requires('admin') @returns(thing, 'public')
    remove({ params }: OpenCall<{ id: string }>) { return { text: this.word + ' removes ' + params.id }; }
  }`;

/** A module of core with a resource to override. */
export const base: Files = {
  'core/base/module.json': manifest('base', { roles: { ROLE_ADMIN: ['admin', 'editor'] }, ...offering('word') }),
  'core/base/services.js': `import { asValue } from 'lectern'; export default { word: asValue('core'), other: asValue('other') };`,
  'core/base/resources/things.ts': things,
};
/** A module custom with one resource file. */
export const custom = (text: string): Files => ({
  'custom/module.json': manifest('custom'),
  'custom/resources/things.ts': opened + text,
});
/** A class that extends the one of core. */
export const extending = (body: string, address = '/things') => `
  import Original from '../../core/base/resources/things.ts';
  @resource('${address}')
  export default class CustomThings extends Original { ${body} }`;
/** A class at the same address that does not extend it. */
export const onItsOwn = (body: string) => `@resource('/things') export default class OwnThings { ${body} }`;
