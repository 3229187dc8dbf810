import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { replaceFile } from '../replace_file.mjs';
import { named, root, sources } from '../bundle_core.mjs';
import { ownerOf, typesOf } from './definitions.mjs';

/** Symbols that types of TypeBox contain. A declaration file names them only if its source imports them. */
const symbols = ['Hint', 'Kind', 'OptionalKind', 'ReadonlyKind'];
const symbolImport = `\nimport { ${symbols.join(', ')} } from '@sinclair/typebox';\n`;
const declaresSymbol = new RegExp(`\\b(type|interface|const|class|enum) (${symbols.join('|')})\\b`);

/**
 * Writes the declaration files of entry points, and of what these import, into `types/` of their packages.
 * @param {readonly string[]} doors files of `core/`
 * @param {(owner: string) => string} folderOf folder of a package by its name
 * @throws Error with the findings of the compiler
 */
export function writeDeclarations(doors, folderOf) {
  const options = declarationOptions();
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const isSource = (/** @type {string} */ file) => file.startsWith(`${sources}/`) && /(?<!\.d)\.ts$/.test(file);
  host.getSourceFile = (file, ...rest) =>
    isSource(file) ? ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ES2022, true) : read(file, ...rest);
  const program = ts.createProgram(
    doors.map((name) => join(sources, name)),
    options,
    host,
  );
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const name = named(path);
    const { name: owner } = ownerOf(sourceOf(name));
    replaceFile(join(folderOf(owner), 'types', name), withSpecifiers(text, name));
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
}

/** @param {string} declaration */
function sourceOf(declaration) {
  return declaration.replace(/\.d\.(m?ts)$/, '.$1');
}

function declarationOptions() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  delete options.tsBuildInfoFile;
  return {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    noUnusedLocals: false,
    rootDir: sources,
    outDir: sources,
  };
}

/** @param {string} file */
function textOf(file) {
  // A class that a function returns cannot have protected members in a declaration.
  const text = (ts.sys.readFile(file) ?? '').replaceAll(/^( {4,})protected /gm, '$1');
  return declaresSymbol.test(text) ? text : text + symbolImport;
}

/**
 * Replaces imports of other packages' files by their entry points, and drops the added import where it is not used.
 * @param {string} text @param {string} name
 */
function withSpecifiers(text, name) {
  const own = ownerOf(sourceOf(name));
  const used = symbols.some((symbol) => text.replace(symbolImport.trim(), '').includes(`[${symbol}]`));
  return (used ? text : text.replace(symbolImport.trim(), '')).replaceAll(
    /(?<=(?:from|import\(|import|module)\s*)(['"])\.{1,2}\/[^'"]+\1/g,
    (quoted) => {
      const target = named(resolve(dirname(join(sources, name)), quoted.slice(1, -1)));
      const isOwn = !existsSync(join(sources, target)) || ownerOf(target) === own;
      return isOwn ? quoted : `'${typesOf(target)}'`;
    },
  );
}
