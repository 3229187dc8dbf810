import { expect } from 'chai';
import { describe, it } from 'mocha';
import { giving, installations, reasonOf } from '../boot/support.ts';
import { base, custom, extending, onItsOwn } from '../boot/things.ts';

describe('A resource', () => {
  const install = installations();

  const constructors: Record<string, [text: string, message: RegExp]> = {
    'of its own without @use': [
      extending('constructor(word: string) { super(word); }'),
      /CustomThings constructor parameter 1 has no @use\(name\)/,
    ],
    'with one @use of two': [
      onItsOwn(`constructor(@use('word' as never) word: string, other: string) {} get() { return { text: '' }; }`),
      /OwnThings constructor parameter 2 has no @use/,
    ],
    'that asks for an unknown service': [
      onItsOwn(`constructor(@use('nobody' as never) nobody: string) {} get() { return { text: '' }; }`),
      /OwnThings cannot be built: there is no service "nobody"; correct the name, or install and enable the module/,
    ],
    'that asks for a service with a misspelt name': [
      onItsOwn(`constructor(@use('wrods' as never) words: string) {} get() { return { text: '' }; }`),
      /there is no service "wrods" \(is "words" meant\?\); correct the name/,
    ],
    'that throws': [
      onItsOwn(`constructor() { throw new Error('no luck'); } get() { return { text: '' }; }`),
      /OwnThings cannot be built: no luck/,
    ],
  };
  for (const [described, [text, message]] of Object.entries(constructors)) {
    it(`with a constructor ${described} stops the start`, async () => {
      const reason = await reasonOf(
        install({ ...base, ...giving('core/words', 'words: asValue({})'), ...custom(text) }).boot(),
      );
      expect(reason)
        .to.match(/^custom\/resources\/things\.ts: /)
        .and.match(message);
    });
  }
});
