import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { collecting, engine, places, stageOf } from './stage_of.ts';

const frame = (url: string, functionName = 'f') => ({ url, functionName });
const root = 'file:///house/';

describe('The stage of a sample', () => {
  it('is that of the innermost file of the project or of a package on the stack', () => {
    const stack = ['', 'node:net', `${root}node_modules/pg/lib/query.js`, `${root}dist/core/database/dialect.js`];
    expect(stageOf(stack.map((url) => frame(url)))).to.equal('driver of the database');
    expect(stageOf(stack.slice(3).map((url) => frame(url)))).to.equal('connections of the pool, statements');
  });

  it('is that of the folder or file, and the operation for all other files', () => {
    expect(stageOf([frame(`${root}dist/plugins/vip/services/levels.js`)])).to.equal('the operation');
    expect(stageOf([frame(`${root}dist/core/kernel/http/router.js`)])).to.equal('way through the kernel');
    expect(stageOf([frame(`${root}dist/core/kernel/http/sender.js`)])).to.equal('head, tag and body of the answer');
  });

  it('has only existing paths', () => {
    const paths = places.flatMap(([, all]) => all);
    expect(paths.filter((path) => !existsSync(path.replace(/\.$/, '.ts')))).to.deep.equal([]);
  });

  it('is the engine for a stack without such files, and garbage collection for the collector', () => {
    expect(stageOf([frame('node:_http_server'), frame('')])).to.equal(engine);
    expect(stageOf([frame('', '(garbage collector)'), frame(`${root}dist/core/kernel/http/sender.js`)])).to.equal(
      collecting,
    );
  });
});
