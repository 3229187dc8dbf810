import { expect } from 'chai';
import { compileTypeScript } from '../../../../core/hosting/loader/compile_typescript.mjs';

/** Exports of a source after its compilation. */
async function exportsOf(source: string): Promise<Record<string, unknown>> {
  const { code } = compileTypeScript(source, { sourcefile: 'a.ts' });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
}

const noted = `
  const notes: string[] = [];
  const note = (name: string): any => (...given: unknown[]) => { notes.push(name + ' ' + String(given[1] ?? '') + String(given[2] ?? '')); };
  export { notes };
`;

describe('The compiler of modules', () => {
  it('applies decorators of classes, methods, accessors, fields and parameters', async () => {
    const { notes, default: words } = await exportsOf(`${noted}
      @note('class') export default class Words {
        static readonly most = 3;
        @note('field') readonly size: number = Words.most;
        constructor(@note('parameter') private readonly root: string) {}
        @note('method') find(): string { return this.root; }
        @note('accessor') get first(): string { return this.root[0] ?? ''; }
      }`);
    const object = '[object Object]';
    const all = ['field sizeundefined', `method find${object}`, `accessor first${object}`, 'parameter 0', 'class '];
    expect(notes).to.have.members(all.map((one) => one.replace('undefined', '')));
    expect((words as { name: string }).name).to.equal('Words');
  });

  it('defines each field, also without a value, and no declared one', async () => {
    const { result } = await exportsOf(`
      class Base { set late(value: string) { throw new Error(value); } }
      class Words extends Base { override late?: string; first = 1; declare other: string; abstract; }
      export const result = Object.keys(new Words());`);
    expect(result).to.deep.equal(['late', 'first', 'abstract']);
  });

  it('keeps imports of values, and removes those of types', () => {
    const source = `import type { A } from 'a';\nimport { type B, c } from 'b';\nimport './d.ts';\nimport { e } from 'e';\n`;
    expect(compileTypeScript(source, {}).code.trim()).to.equal(
      'import { c } from "b";\nimport "./d.ts";\nimport { e } from "e";',
    );
  });

  it('reads a source with a byte order mark', async () => {
    expect(await exportsOf('\uFEFFexport const a: number = 1;')).to.deep.include({ a: 1 });
  });
});
