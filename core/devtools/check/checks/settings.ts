import { failed, notApplicable, type Check, type Finding } from '../check.ts';
import type { Subject } from '../subject.ts';
import { manifestOf } from './manifest.ts';

interface Setting {
  readonly description?: string;
  readonly secret?: boolean;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Setting>>;
}

/** Names of secret settings. */
const secretName = /passw|secret|token$|private_?key|api_?key|credential/i;

/** Every setting is described for operators, and secrets are marked as such. */
export const settings: Check = {
  name: 'settings',
  about: 'every setting has a description, and secrets are marked',
  weight: 3,
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

function findingsOf(subject: Subject, [path, { description, secret, type, properties }]: Named): Finding[] {
  const file = subject.file('module.json');
  const findings: Finding[] = [];
  if (!description?.trim() && !properties) {
    findings.push(failed(file, `the setting "${path}" has no description`, 'say in "description" what it changes'));
  }
  const holdsText = type === undefined || type === 'string';
  if (holdsText && secretName.test(path) && secret !== true) {
    const fix = 'write "secret": true beside it, so that it is never shown, or rename it';
    findings.push(failed(file, `the setting "${path}" looks like a secret and is not marked as one`, fix));
  }
  return findings;
}
