import { failed, notApplicable, type Check, type CheckFinding } from '../../check.ts';
import type { Subject } from '../../subject.ts';
import { manifestOf } from '../manifest.ts';

interface Setting {
  readonly description?: string;
  readonly secret?: boolean;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Setting>>;
}

/** Pattern for names of settings that are probably secret. */
const secretName = /passw|secret|token$|private_?key|api_?key|credential/i;

export const settings: Check = {
  name: 'settings',
  about: 'every setting has a description, and secrets are marked',
  run(subject) {
    const { properties } = (manifestOf(subject)?.['config'] ?? {}) as Setting;
    if (!properties || Object.keys(properties).length === 0) return notApplicable('it has no settings');
    return { findings: settingsBelow(properties).flatMap((one) => findingsOf(subject, one)) };
  },
};

type Named = readonly [path: string, setting: Setting];

function settingsBelow(properties: Readonly<Record<string, Setting>>, above = ''): Named[] {
  return Object.entries(properties).flatMap(([name, setting]): Named[] => [
    [above + name, setting],
    ...settingsBelow(setting.properties ?? {}, `${above}${name}.`),
  ]);
}

function findingsOf(subject: Subject, [path, { description, secret, type, properties }]: Named): CheckFinding[] {
  const file = subject.file('module.json');
  const findings: CheckFinding[] = [];
  if (!description?.trim() && !properties) {
    findings.push(failed(file, `the setting "${path}" has no description`, 'add a "description" with its effect'));
  }
  const holdsText = type === undefined || type === 'string';
  if (holdsText && secretName.test(path) && secret !== true) {
    const fix = 'add "secret": true, so that no output shows the value, or rename the setting';
    findings.push(failed(file, `the setting "${path}" looks like a secret and is not marked as one`, fix));
  }
  return findings;
}
