import { expect } from 'chai';
import { giving, installations, reasonOf } from '../boot/support.ts';
import { base, custom, extending, onItsOwn } from '../boot/things.ts';

describe('A resource', () => {
  const install = installations();

  const constructors: Record<string, [text: string, message: RegExp]> = {
    'with parameters': [
      extending('constructor(word: string) { super(); }'),
      /CustomThings has a constructor with parameters; take each service by a field: protected readonly users = use\('users'\)/,
    ],
    'with a decorated parameter': [
      onItsOwn(`constructor(@use('word' as never) word: string) {} get() { return { text: '' }; }`),
      /use\('word'\) runs only while a service or resource is constructed; write a field: readonly #word = use\('word'\)/,
    ],
    'that asks for an unknown service': [
      onItsOwn(`nobody = use('nobody' as never); get() { return { text: '' }; }`),
      /OwnThings cannot be built: there is no service "nobody"; correct the name, or install, enable and require the module/,
    ],
    'that asks for a service with a misspelt name': [
      onItsOwn(`words = use('wrods' as never); get() { return { text: '' }; }`),
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
