import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { wordsInstallation, type Diagnosis } from '../../cli/words_fixture.ts';

describe('lectern doctor', () => {
  const place = new Installation(wordsInstallation);
  after(() => place.clear());

  const found = ({ findings }: Diagnosis, topic: string) => findings.filter((finding) => finding.topic === topic);
  const write = (path: string, text: string) => place.write({ [path]: text });

  it('lists chains of several overrides, and records each link', async () => {
    const link = (text: string) => `import { defineResource } from 'lectern';
      export default defineResource('/words', { overrides: true, get: { ${text} run: (_s, _c, original) => original() } });`;
    write('plugins/deep/module.json', manifest('deep', { mounts: ['/words'] }));
    write('plugins/deep/resources/words.js', link(`requires: 'read_words',`));
    write(
      'plugins/deep/services.js',
      `import { asValue, contributes } from 'lectern';
       export default { hook: contributes('operationHooks', asValue({ address: '/words', operation: 'search', after() {} })) };`,
    );
    await runCommand(place.root, 'doctor', '--accept');
    const recorded = (file: string) =>
      JSON.parse(readFileSync(join(place.root, file), 'utf8'))['GET /words/{id}'] as Record<string, unknown>;
    expect(recorded('custom/overrides.json')['from']).to.equal('plugins/deep/resources/words.js');
    expect(recorded('plugins/deep/overrides.json')['from']).to.equal('core/words/resources/words.js');
    const { out } = await runCommand(place.root, 'doctor', '--json');
    const diagnosis = JSON.parse(out) as Diagnosis;
    expect(found(diagnosis, 'chains')[0]?.details).to.deep.equal(['GET /api/words/{id}  custom > deep > words']);
    expect(found(diagnosis, 'hooks')[0]?.details).to.deep.equal(['GET /api/words  deep (plugins/deep/services.js)']);
  });
});
