import { readOwnJson } from '../../../../hosting/internals.ts';
import { settingsIn, type Setting } from '../../../../cli/index.ts';
import { failed, notApplicable, type Check, type CheckFinding } from '../../check.ts';
import type { Subject } from '../../subject.ts';

/** Pattern for names of settings that are probably secret. */
const secretName = /passw|secret|token$|private_?key|api_?key|credential/i;

export const settings: Check = {
  name: 'settings',
  about: 'every setting has a description, and secrets are marked',
  run(subject) {
    const settings = settingsIn(readOwnJson(subject.target.folder, 'module.json')?.['config'] ?? {}, undefined);
    if (settings.length === 0) return notApplicable('it has no settings');
    return { findings: settings.flatMap((one) => findingsOf(subject, one)) };
  },
};

function findingsOf(subject: Subject, { path, schema: { description, secret, type } }: Setting): CheckFinding[] {
  const file = subject.file('module.json');
  const name = path.join('.');
  const undescribed = failed(file, `the setting "${name}" has no description`, 'add a "description" with its effect');
  const fix = 'add "secret": true, so that no output shows the value, or rename the setting';
  const unmarked = failed(file, `the setting "${name}" looks like a secret and is not marked as one`, fix);
  const holdsText = type === undefined || type === 'string';
  const isUnmarked = holdsText && secretName.test(name) && secret !== true;
  return [...(description?.trim() ? [] : [undescribed]), ...(isUnmarked ? [unmarked] : [])];
}
