import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beyond, type Uses } from '../../hosting/internals.ts';
import type { Subject } from '../check/subject.ts';
import { compareUses, ownedTablesIn } from './compare_uses.ts';

/** Writes what a module uses into its manifest. @returns new entries @throws Error when the module does not start */
export async function writeUsesOf(subject: Subject): Promise<readonly string[]> {
  const file = join(subject.target.folder, 'module.json');
  const text = readFileSync(file, 'utf8');
  const { uses: before = {}, ...manifest } = JSON.parse(text) as { readonly uses?: Uses };
  const write = (content: object) => {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  };
  try {
    // Without "uses", the kernel refuses nothing that the former list lacks.
    write(manifest);
    const started = await subject.started();
    if (!('kernel' in started)) throw new Error(`${started.file}: ${started.message}`);
    const { kernel, module } = started;
    const { uses } = compareUses(kernel, module, { declared: before, tables: await ownedTablesIn(kernel) });
    write({ ...manifest, uses });
    return beyond(uses, before);
  } catch (error) {
    writeFileSync(file, text);
    throw error;
  }
}
