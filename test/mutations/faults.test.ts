import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { projectRoot } from '../support/platform.ts';
import { faults } from './faults.mjs';
import { planted } from './planted.mjs';

const rings: readonly unknown[] = [undefined, 'behaviour', 'servers', 'system'];

/** Returns the modules of core, the parts of the kernel, the plugins, and custom. */
function modules(): string[] {
  const foldersIn = (folder: string) =>
    readdirSync(`${projectRoot}/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const groups = ['core', 'core/infrastructure', 'core/platform', 'core/kernel', 'plugins'];
  return [...groups.flatMap(foldersIn), 'custom'];
}

function breachOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

describe('The planted faults', () => {
  it('can all be applied to the current sources', () => {
    const breaches = faults.flatMap((fault) =>
      breachOf(() => planted(fault, readFileSync(`${projectRoot}/${fault.file}`, 'utf8'))),
    );
    expect(breaches).to.deep.equal([]);
  });

  it('have unique ids, existing rings, and existing sources as parts', () => {
    const ids = faults.map(({ id }) => id);
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
    const wrongRing = faults.filter(({ ring }) => !rings.includes(ring)).map(({ id }) => id);
    const wrongPart = faults
      .flatMap(({ id, part }) => [part].flat().map((one) => ({ id, one })))
      .filter(({ one }) => !['', '.ts', '.tsx', '.mjs'].some((ending) => existsSync(`${projectRoot}/${one}${ending}`)))
      .map(({ id, one }) => `${id}: ${one}`);
    expect({ repeated, wrongRing, wrongPart }).to.deep.equal({ repeated: [], wrongRing: [], wrongPart: [] });
  });

  it('include at least one fault of each module', () => {
    const without = modules().filter((module) => !faults.some(({ file }) => file.startsWith(`${module}/`)));
    expect(without).to.deep.equal([]);
  });
});
