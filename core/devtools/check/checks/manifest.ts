import { isTree, readOwnJson } from '../../../hosting/internals.ts';
import semver from 'semver';
import { failed, warned, type Check, type CheckFinding } from '../check.ts';
import type { Subject } from '../subject.ts';

const FILE = 'module.json';
// A version that only ranges without an upper bound include.
const FAR_AWAY = '999999.0.0';

export const manifest: Check = {
  name: 'manifest',
  about: 'module.json is valid, and its version ranges have an upper bound',
  async run(subject) {
    const started = await subject.started();
    const fault = 'kernel' in started ? undefined : started;
    const invalid =
      fault && isOfManifest(fault.file)
        ? [failed(fault.file, fault.message, 'correct module.json; the kernel does not load the module otherwise')]
        : [];
    return { findings: [...invalid, ...openRanges(subject)] };
  },
};

/** Whether the file of a failed start is the manifest. */
export function isOfManifest(file: string): boolean {
  return file.endsWith(FILE);
}

function openRanges(subject: Subject): CheckFinding[] {
  const { engines, requires } = readOwnJson(subject.target.folder, FILE) ?? {};
  return Object.entries({ ...prefixed('engines', engines), ...prefixed('requires', requires) })
    .filter(([, range]) => semver.validRange(range) !== null && semver.satisfies(FAR_AWAY, range))
    .map(([key, range]) =>
      warned(
        subject.file(FILE),
        `"${key}" is "${range}", which includes every future version`,
        'name the tested versions, such as "^1.2.0"',
      ),
    );
}

function prefixed(key: string, ranges: unknown): Record<string, string> {
  if (!isTree(ranges)) return {};
  const entries = Object.entries(ranges).filter(([, range]) => typeof range === 'string');
  return Object.fromEntries(entries.map(([name, range]) => [`${key}.${name}`, range as string]));
}
