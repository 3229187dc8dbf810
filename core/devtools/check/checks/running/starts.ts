import { failed, notApplicable, type Check } from '../../check.ts';
import { isOfManifest } from '../manifest.ts';

export const starts: Check = {
  name: 'starts',
  about: 'the installation starts with the module, and the module does not fail',
  async run(subject) {
    const started = await subject.started();
    if ('kernel' in started) {
      return { findings: [], notes: [`the installation started in ${started.bootMs} ms with the module`] };
    }
    if (isOfManifest(started.file))
      return notApplicable('not checked, because the manifest is invalid; fix what the check "manifest" has found');
    return {
      findings: [failed(started.file, started.message, 'fix this first: most other checks need the running module')],
    };
  },
};
