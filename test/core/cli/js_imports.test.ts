import { expect } from 'chai';
import { withJsImports } from '../../../core/cli/js_imports.mjs';

describe('The imports of compiled code', () => {
  const changed: Record<string, string> = {
    [`import a from './a.ts';`]: `import a from './a.js';`,
    [`import "../b.mts";`]: `import "../b.mjs";`,
    [`export { a as b } from './a.ts';`]: `export { a as b } from './a.js';`,
    [`export * as all from './a.ts'; export * from './b.ts';`]: `export * as all from './a.js'; export * from './b.js';`,
    [`const a = await import('./a.ts');`]: `const a = await import('./a.js');`,
  };

  it('name the compiled files', () => {
    for (const [code, result] of Object.entries(changed)) expect(withJsImports(code)).to.equal(result);
  });

  it('keep packages, other files, and texts that look like imports', () => {
    const code = [
      `import a from 'package/a.ts';`,
      `import './a.d.ts'; import './a.js';`,
      `import words from './words.json' with { type: 'json' };`,
      `const text = "import './a.ts'"; // import './b.ts'`,
    ].join('\n');
    expect(withJsImports(code)).to.equal(code);
  });

  it('name the compiled files when they are computed', async () => {
    const code = withJsImports('const find = (name) => import(`./${name}.ts`); export { find };');
    const url = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
    const { find } = (await import(url(code))) as { find: (name: string) => Promise<unknown> };
    const reason = await find('words').catch((error: unknown) => String(error));
    expect(reason).to.match(/['"]\.\/words\.js['"]/);
  });
});
