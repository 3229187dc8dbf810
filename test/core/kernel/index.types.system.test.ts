import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = readFileSync(join(root, 'test/types/authoring.ts'), 'utf8');
const expectation = /^.*\/\/ @ts-expect-error -- (.*)\n/gm;

/** Compiles files beside each other in this project. @returns messages of the compiler by file */
function compile(files: Readonly<Record<string, string>>): Map<string, string[]> {
  const folder = mkdtempSync(join(root, 'test/types/.tmp-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const options = { noEmit: true, incremental: false, declaration: false, types: ['node'], rootDir: '../../..' };
    const config = { extends: '../../../tsconfig.json', compilerOptions: options, include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return messagesByFile(stdout, Object.keys(files));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function messagesByFile(output: string, files: readonly string[]): Map<string, string[]> {
  const lines = output.split('\n').filter((line) => line.includes('error TS'));
  return new Map(files.map((file) => [file, lines.filter((line) => line.startsWith(`${file}(`))]));
}

describe('The compiler', function () {
  // One run for all files takes 25 s alone.
  this.timeout(180_000);
  const mistakes = [...source.matchAll(expectation)].map(([line, mistake = '']) => ({ line, mistake }));

  it('accepts correct code of authors and rejects every mistake', () => {
    expect(mistakes).to.have.length.above(10);
    // One run for all files, each without one of the comments, because the start of the compiler takes seconds.
    const without = mistakes.map(({ line }, index): [string, string] => [
      `mistake_${index}.ts`,
      source.replace(line, ''),
    ]);
    const found = compile({ 'authoring.ts': source, ...Object.fromEntries(without) });
    expect(found.get('authoring.ts')).to.deep.equal([]);
    const accepted = mistakes.filter((_, index) => found.get(`mistake_${index}.ts`)?.length === 0);
    expect(accepted.map(({ mistake }) => mistake)).to.deep.equal([]);
  });
});
