import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareUses, ownedTablesIn, type UseDifference } from '../../uses/compare_uses.ts';
import { failed, ofRunning, type Check, type CheckFinding } from '../check.ts';
import type { Subject } from '../subject.ts';
import { shownOf } from '../target.ts';

export const uses: Check = {
  name: 'uses',
  about: '"uses" names what the module uses beyond its own addresses, services and tables, and nothing else',
  run: ofRunning(async ({ kernel, module }, subject) => {
    const terms = { declared: module.manifest.uses, tables: await ownedTablesIn(kernel) };
    const compared = compareUses(kernel, module, terms);
    const { differences = [] } = compared;
    if (compared.differences?.length === 0) return { findings: [] };
    const block = `"uses" for module.json, as computed: ${JSON.stringify(compared.uses)}`;
    const notes = compared.differences ? [block] : [`module.json has no "uses", so nothing is compared; ${block}`];
    return { findings: differences.map((one) => finding(subject, one)), notes };
  }),
};

function finding(subject: Subject, { what, isMissing, file = '' }: UseDifference): CheckFinding {
  const { target } = subject;
  if (!isMissing)
    return failed(
      subject.file('module.json'),
      `"uses" names ${what}, which the module does not use`,
      'remove the entry; --write-uses writes the complete block',
    );
  const place = existsSync(join(target.folder, file)) ? subject.file(file) : shownOf(target, file);
  return failed(
    place,
    `the module uses ${what}, which "uses" does not name`,
    'review it, then add it to "uses" in module.json; --write-uses writes the complete block',
  );
}
