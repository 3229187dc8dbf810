import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { giving } from '../../kernel/boot/support.ts';

describe('A contribution to an extension point that no module declares', () => {
  const to = (point: string) => `one_${point}: contributes('${point}', asValue({}))`;
  const { installation, kernel } = served({
    ...giving('plugins/near', to('operationHook')),
    ...giving('plugins/far', to('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')),
    ...giving('plugins/optional', to('quoteSources'), { after: ['quotes'] }),
    'plugins/open/module.json': JSON.stringify({ name: 'open', version: '1.0.0', engines: { lectern: '*' } }),
    'plugins/open/services.js': `import { extensionPoint } from 'lectern'; export default { point: extensionPoint('words', {}) };`,
    ...giving('plugins/writer', to('words')),
  });

  it('gives a warning at the start with the nearest known name', () => {
    expect(kernel.failedPlugins).to.deep.equal([]);
    expect(kernel.remarks).to.deep.equal([
      {
        file: 'plugins/far/services.js',
        message:
          '"one_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" contributes to the extension point "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", which no module declares; require the module that declares it',
      },
      {
        file: 'plugins/near/services.js',
        message:
          '"one_operationHook" contributes to the extension point "operationHook", which no module declares; write "operationHooks"',
      },
    ]);
    expect(installation.logs.join('')).to.include('contributes to the extension point');
  });
});
