import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beyond, type Uses } from '../../../hosting/internals.ts';
import { compareUses, ownedTablesIn, type UseDifference } from '../../uses/compare_uses.ts';
import { failed, ofRunning, type Check, type CheckFinding } from '../check.ts';
import type { Subject } from '../subject.ts';
import { shownOf } from '../target.ts';

export const uses: Check = {
  name: 'uses',
  about: '"uses" names what the module uses beyond its own addresses, services and tables, and nothing else',
  run: ofRunning(async ({ kernel, module }, subject) => {
    const { differences, uses: computed } = compareUses(kernel, module, await ownedTablesIn(kernel));
    if (differences?.length === 0) return { findings: [] };
    const block = `"uses" for module.json, as computed: ${JSON.stringify(computed)}`;
    const notes = [differences ? block : `module.json has no "uses", so nothing is compared; ${block}`];
    return { findings: (differences ?? []).map((one) => finding(subject, one)), notes };
  }),
};

function finding(subject: Subject, { what, isMissing, file = '' }: UseDifference): CheckFinding {
  const { target } = subject;
  const place = existsSync(join(target.folder, file)) ? subject.file(file) : shownOf(target, file);
  const problem = isMissing
    ? `the module uses ${what}, which "uses" does not name`
    : `"uses" names ${what}, which the module does not use`;
  const fix = isMissing ? 'review it, then add it to "uses" in module.json' : 'remove the entry';
  return failed(
    isMissing ? place : subject.file('module.json'),
    problem,
    `${fix}; --write-uses writes the complete block`,
  );
}

/** Writes what a module uses into its manifest. @returns new entries @throws Error when the module does not start */
export async function writeUsesOf(subject: Subject): Promise<readonly string[]> {
  const file = join(subject.target.folder, 'module.json');
  const text = readFileSync(file, 'utf8');
  const { uses: declared = {}, ...manifest } = JSON.parse(text) as { readonly uses?: Uses };
  const write = (content: object) => {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  };
  try {
    // Without "uses", the kernel refuses nothing that the former list lacks.
    write(manifest);
    const started = await subject.started();
    if (!('kernel' in started)) throw new Error(`${started.file}: ${started.message}`);
    const { kernel, module } = started;
    const former = { ...module, manifest: { ...module.manifest, uses: declared } };
    const computed = compareUses(kernel, former, await ownedTablesIn(kernel));
    write({ ...manifest, uses: computed.uses });
    return beyond(computed.uses, declared);
  } catch (error) {
    writeFileSync(file, text);
    throw error;
  }
}
