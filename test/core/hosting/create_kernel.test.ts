import { expect } from 'chai';
import { createKernel, type KernelOptions } from 'lectern/host';
import { reasonOf } from '../kernel/boot/support.ts';

describe('createKernel', () => {
  const root = import.meta.dirname;
  const mistakes: readonly (readonly [string, object, string])[] = [
    ['an unknown option', { root, module: [] }, 'createKernel: "module" is no option'],
    ['a missing root', { modules: [] }, 'createKernel: "root" is no path; give the folder of the host'],
    [
      'a wrong key of config',
      { root, config: { http: { prot: 1 } } },
      'Configuration (environment variables, config of createKernel): "http.prot" is not a known key (is "port" meant?)',
    ],
  ];
  for (const [mistake, options, message] of mistakes)
    it(`refuses ${mistake}`, async () => {
      expect(await reasonOf(createKernel(options as KernelOptions))).to.include(message);
    });
});
