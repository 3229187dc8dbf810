import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, reasonOf, saying } from '../boot/support.ts';

/** Text of module.json of the module `x`, and the reason of the failure. */
const mistakes: Readonly<Record<string, [text: string | undefined, message: RegExp]>> = {
  'that is missing': [undefined, /the file is missing; write it with \{"name"/],
  'that is no JSON': ['{ "name": ', /not valid JSON in line 1: .*correct it/],
  'that is no JSON, without a position from the parser': ['{ "name": b,\n"version": "1" }', /not valid JSON: /],
  'that is a list': ['[]', /not a JSON object; write \{"name"/],
  'that is null': ['null', /not a JSON object/],
  'with a name unlike its folder': [manifest('y'), /"name" is "y" but the folder is "(x|custom)"; make them the same/],
  'without a version': ['{ "name": "x", "engines": { "lectern": "*" } }', /"version" is missing; give it a value/],
  'with an invalid version': [manifest('x', { version: 'one' }), /"version" is "one"; write a semantic version/],
  'with requirements that are a list': [
    manifest('x', { requires: ['courses'] }),
    /"requires" must be object, such as \{"courses":"\^1\.0\.0"\}\./,
  ],
  'with an invalid version range': [
    manifest('x', { requires: { y: 'new' } }),
    /"requires.y" is "new", which is no version range; write one such as/,
  ],
  'with an unknown key': [
    manifest('x', { require: {} }),
    /"require" is not a known key \(is "requires" meant\?\); remove it or correct its name/,
  ],
  'with a wrong onFailure': [manifest('x', { onFailure: 'die' }), /"onFailure" must be one of abort, setAside/],
  'for another kernel': [
    manifest('x', { engines: { lectern: '^99.0.0' } }),
    /"engines\.lectern" asks for \^99\.0\.0 but this is Lectern \d+\.\d+\.\d+; install/,
  ],
  'whose config is no schema': [
    manifest('x', { config: { properties: { a: { type: 'text' } } } }),
    /"config" is not a valid JSON Schema .*; correct it/,
  ],
  'whose config has settings outside of properties': [
    manifest('x', { config: { perPage: { type: 'integer' } } }),
    /"config" is not a valid JSON Schema .*"perPage"\); write settings below "properties"\.$/,
  ],
  'whose config has a wrong default': [
    manifest('x', {
      config: {
        properties: { perPage: { type: 'integer', default: 'ten' }, key: { type: 'string' } },
        required: ['key'],
      },
    }),
    /"config" has the wrong default "ten": "perPage" must be integer; correct it\.$/,
  ],
};

describe('A manifest', () => {
  const install = installations();
  const withManifest = (folder: string, text: string | undefined): Files => ({
    [`${folder}/resources/greetings.js`]: saying('hello', '/plugins/x/greetings'),
    ...(text !== undefined && { [`${folder}/module.json`]: text }),
  });

  for (const [mistake, [text, message]] of Object.entries(mistakes)) {
    it(`${mistake} sets the plugin aside`, async () => {
      const kernel = await install(withManifest('plugins/x', text)).boot();
      expect(kernel.failedPlugins[0]?.reason)
        .to.match(/^plugins\/x\/module\.json: /)
        .and.match(message);
    });

    it(`${mistake} stops the start in custom and in core`, async () => {
      const custom = install(withManifest('custom', text?.replace('"name":"x"', '"name":"custom"')));
      expect(await reasonOf(custom.boot()))
        .to.match(/^custom\/module\.json: /)
        .and.match(message);
      const core = install(withManifest('core/x', text));
      expect(await reasonOf(core.boot()))
        .to.match(/^core\/x\/module\.json: /)
        .and.match(message);
    });
  }
});

describe('A manifest that is a folder', () => {
  const install = installations();

  it('is reported as unreadable', async () => {
    const { failedPlugins } = await install({ 'plugins/x/module.json/note.txt': '' }).boot();
    expect(failedPlugins[0]?.reason).to.equal(
      'plugins/x/module.json: the file cannot be read (EISDIR); make it a readable file.',
    );
  });
});
