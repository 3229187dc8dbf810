import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
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
  // What a page writes may import what the platform ships in JavaScript; only what it writes in TypeScript is checked.
  checkJs: false,
  types: ['node', 'mocha'],
  typeRoots: [join(projectRoot, 'node_modules/@types')],
  paths: Object.fromEntries(Object.entries(doors).map(([name, path]) => [name, [join(projectRoot, path)]])),
};
delete options.rootDir;
delete options.outDir;
delete options.tsBuildInfoFile;

/** Where the modules that are shipped say which services they give. */
const shippedServices = ['core', 'plugins']
  .flatMap((layer) =>
    readdirSync(join(projectRoot, layer)).map((name) => join(projectRoot, layer, name, 'services.ts')),
  )
  .filter((path) => existsSync(path));

/** Files of the project that one page after the other needs, read once. */
const read = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler has to say about the TypeScript of a page, whose files stand, for the compiler only, in the folder
 * of the project, over those that are there.
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
    fileExists: (path) => written.has(path) || disk.fileExists(path),
    readFile: (path) => written.get(path) ?? disk.readFile(path),
    // Folders of a page are nowhere on the disk.
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
