import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { findFolders } from '../../core/kernel/modules/layers.ts';
import type { Files } from './installation.ts';
import { projectRoot } from './platform.ts';

const doors = {
  lectern: 'core/kernel/index.ts',
  'lectern/core': 'core/index.ts',
  'lectern/host': 'core/hosting/index.ts',
  'lectern/testing': 'core/testing/index.ts',
};

const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(projectRoot, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    { ...ts.sys, readDirectory: () => [] },
    projectRoot,
  ).options,
  noEmit: true,
  incremental: false,
  declaration: false,
  sourceMap: false,
  // Files of a page may import JavaScript; only TypeScript files of the page are checked.
  checkJs: false,
  types: ['node', 'mocha'],
  typeRoots: [join(projectRoot, 'node_modules/@types')],
  paths: Object.fromEntries(Object.entries(doors).map(([name, path]) => [name, [join(projectRoot, path)]])),
};
delete options.rootDir;
delete options.outDir;
delete options.tsBuildInfoFile;

/** Files `services.ts` of the shipped modules, which declare the types of their services. */
const shippedServices = findFolders({ root: projectRoot })
  .folders.filter(({ layer }) => layer !== 'custom')
  .map(({ folder }) => join(folder, 'services.ts'))
  .filter((path) => existsSync(path));

/** Cache of parsed files of the project, for all pages. */
const read = new Map<string, ts.SourceFile | undefined>();
/** Cache of the paths that the compiler has searched for, with whether a file is there. */
const searched = new Map<string, boolean>();

/**
 * Compiles the TypeScript files of a page, as if they were in the folder of the project.
 * @returns the messages of the compiler
 */
export function complaintsOf(files: Readonly<Files>): string[] {
  const written = new Map(Object.entries(files).map(([path, text]) => [join(projectRoot, path), text]));
  const host = hostWith(written);
  const names = [...written.keys()].filter((path) => path.endsWith('.ts'));
  const program = ts.createProgram([...names, ...shippedServices], options, host);
  return names.flatMap((name) => {
    const source = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(described);
  });
}

function hostWith(written: ReadonlyMap<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  return {
    ...disk,
    fileExists: (path) => {
      if (!searched.has(path)) searched.set(path, disk.fileExists(path));
      return written.has(path) || searched.get(path) === true;
    },
    readFile: (path) => written.get(path) ?? disk.readFile(path),
    // The folders of a page do not exist on the disk.
    directoryExists: () => true,
    getSourceFile: (path, version) => {
      const text = written.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version);
      if (!read.has(path)) read.set(path, disk.getSourceFile(path, version));
      return read.get(path);
    },
  };
}

function described({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (!file) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${relative(projectRoot, file.fileName)}:${line + 1}: ${text}`;
}
