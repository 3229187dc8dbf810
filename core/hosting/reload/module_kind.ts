import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../../kernel/declare/text_file.ts';

/** Module kind of a file by Node's rules, TypeScript as an ES module; undefined if the source text decides. */
export function moduleKind(file: string): 'commonjs' | 'module' | undefined {
  if (file.endsWith('.cjs')) return 'commonjs';
  return file.endsWith('.js') ? typeBeside(dirname(file)) : 'module';
}

/** `type` in the nearest `package.json`. */
function typeBeside(folder: string): 'commonjs' | 'module' | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const { type } = JSON.parse(readText(file)) as { type?: unknown };
    return type === 'commonjs' || type === 'module' ? type : undefined;
  }
  const above = dirname(folder);
  return above === folder ? undefined : typeBeside(above);
}
